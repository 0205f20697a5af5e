"""A die that flies and tumbles with the box in its way, step by step: what the physics engine does, coarser and in integers.

Units are those of contact.py, seen from the box. Far from everything many steps are taken at once. A die that has too little
energy left to fall on another face slides to its rest. The edge of the table is where its middle leaves it.
"""

from bangbox.core.rules import rule

from .aiming import ARC, root
from .contact import HALF_EDGE, REACH, on_block, on_floor
from .geometry import QUARTER, SINE
from .packing import FLAT, OFF, ON_BOX

FALL = 1226  # speed gained in a step
MOST_STEPS = 6000
LONGEST_JUMP = 40  # steps
MOST_TURN = 13_000  # 1/65536 rad in one jump: more would not be a rotation any more
GRAVITY_ENERGY = 78_480  # for every length that a die is higher
SAFE = 1_917_000_000  # energy with which a die cannot fall on another face any more
SLIDING = 54_936  # the square of a speed by the way a sliding die comes with it
LYING_FLAT = 64_900  # half edge upwards, of 65536
CALM = 4  # steps after which a die with little energy at an edge stays


@rule
def turned(x, y, angle):
    """A vector turned by an angle."""
    sin = SINE[angle]
    cos = SINE[angle + QUARTER]
    return (x * cos - y * sin) >> 24, (x * sin + y * cos) >> 24


@rule
def rotated(axis, turn):
    """Half an edge of the die after a small rotation (1/65536 rad)."""
    (x, y, z), (a, b, c) = axis, turn
    along, square = (a * x + b * y + c * z) >> 16, (a * a + b * b + c * c) >> 16
    return (
        x + ((b * z - c * y) >> 16) + ((along * a - square * x) >> 17),
        y + ((c * x - a * z) >> 16) + ((along * b - square * y) >> 17),
        z + ((a * y - b * x) >> 16) + ((along * c - square * z) >> 17),
    )


@rule
def squared_up(first, second):
    """Half edges of one length and at right angles again, and the third."""
    (a, b, c), (x, y, z) = first, second
    slant = (a * x + b * y + c * z) >> 17
    one, other = 98_304 - ((a * a + b * b + c * c) >> 17), 98_304 - ((x * x + y * y + z * z) >> 17)
    first = (a * one - slant * x) >> 16, (b * one - slant * y) >> 16, (c * one - slant * z) >> 16
    second = (x * other - slant * a) >> 16, (y * other - slant * b) >> 16, (z * other - slant * c) >> 16
    (a, b, c), (x, y, z) = first, second
    return first, second, ((b * z - c * y) >> 16, (c * x - a * z) >> 16, (a * y - b * x) >> 16)


@rule
def jump(place, speed, spin, reach, half_x, half_y, top):
    """How many steps a die can surely go before it touches anything; 1 if it may at once."""
    x, y, z = abs(place[0]) - half_x, abs(place[1]) - half_y, place[2]
    rolling = (abs(spin[0]) + abs(spin[1])) * 14 >> 2  # how fast its corners may go
    falling = max(-speed[2], 0) + rolling + 12_800
    free = z - reach
    if free <= 0:
        return 1
    steps = free * 64 // falling
    if max(x, y) > -REACH:
        beside = max(max(x, y) - REACH, z - top - reach)
    else:
        beside = z - top - reach
    if beside <= 0:
        return 1
    steps = min(steps, beside * 64 // (abs(speed[0]) + abs(speed[1]) + falling))
    fastest = max(abs(spin[0]), abs(spin[1]), abs(spin[2])) >> 5
    return max(min(steps, LONGEST_JUMP, MOST_TURN // (fastest + 1)), 1)


@rule
def energy(height, speed, spin):
    """Of motion and height over the floor it may rest on."""
    squares = speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]
    spins = spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]
    return squares // 2 + spins * 4 // 3 + (height - HALF_EDGE) * GRAVITY_ENERGY


@rule
def tumbled(place, speed, spin, first, second, half_x, half_y, top, table):
    """How a die ends, and where and how it is turned, seen from the box.

    `table`: half of it, and where its middle is and how it is turned seen from the box.
    """
    half, table_x, table_y, angle = table
    first, second, third = squared_up(first, second)
    arrived, calm = False, 0
    for number in range(MOST_STEPS):
        reach = abs(first[2]) + abs(second[2]) + abs(third[2])
        steps = jump(place, speed, spin, reach, half_x, half_y, top)
        x, y, z = place
        vx, vy, vz = speed
        place = (
            x + (vx * steps >> 6),
            y + (vy * steps >> 6),
            z + ((2 * vz - FALL * steps) * steps >> 7),
        )
        speed = vx, vy, vz - FALL * steps
        turn = spin[0] * steps >> 5, spin[1] * steps >> 5, spin[2] * steps >> 5
        first, second, third = squared_up(rotated(first, turn), rotated(second, turn))
        reach = abs(first[2]) + abs(second[2]) + abs(third[2])
        x, y, z = place
        at_x, at_y = turned(x - table_x, y - table_y, angle)
        edge = max(abs(at_x), abs(at_y)) - half
        if edge <= 0:
            arrived = True
        elif z < -REACH or (arrived and z < 0):
            return OFF, x, y, 0
        beside = max(abs(x) - half_x, abs(y) - half_y)
        floor = 0
        if beside < REACH and z - top < reach:
            if beside < -REACH:
                floor = top
                speed, spin = on_floor(z - top, speed, spin, first, second, third, number & 1)
            else:
                speed, spin = on_block(place, speed, spin, first, second, third, number & 1, half_x, half_y, top)
                floor = top if beside < 0 and z > top else 0
        if z < reach and edge <= 0:
            speed, spin = on_floor(z, speed, spin, first, second, third, number & 1)
        if z - floor < reach and (edge <= 0 or floor > 0) and energy(z - floor, speed, spin) < SAFE:
            if beside > REACH or beside < -REACH:
                break
            if max(abs(first[2]), abs(second[2]), abs(third[2])) > LYING_FLAT:
                calm += 1
                if calm >= CALM:
                    break
    if place[2] > top:
        return ON_BOX, place[0], place[1], 0
    way = root(speed[0] * speed[0] + speed[1] * speed[1], abs(speed[0]) + abs(speed[1]))
    return FLAT, place[0] + speed[0] * way // SLIDING, place[1] + speed[1] * way // SLIDING, yaw(first, second, third)


@rule
def yaw(first, second, third):
    """How far the sides of a die are turned (0.1°, less than a quarter turn)."""
    x, y, level = first[0], first[1], abs(first[2])
    if abs(second[2]) < level:
        x, y, level = second[0], second[1], abs(second[2])
    if abs(third[2]) < level:
        x, y = third[0], third[1]
    if (x < 0) != (y < 0):
        x, y = y, x
    x, y = abs(x), abs(y)
    angle = ARC[(min(x, y) << 10) // max(x, y, 1)]
    return (QUARTER - angle if y > x else angle) % QUARTER
