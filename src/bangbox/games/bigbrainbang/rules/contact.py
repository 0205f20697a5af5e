"""A die touching something, in whole numbers: springs and friction at its corners, as the physics engine has them.

Lengths are 1/8192 mm, so that half an edge of the die is 65536; speeds 1/256 mm/s, spins 1/1024 rad/s, directions 1/4096. A step
is 1/2048 s, two of the engine's. Stiffness and damping are chosen so that a die bounces as high and as late as with the engine's.
"""

from bangbox.core.rules import rule

from .aiming import root

HALF_EDGE = 1 << 16
REACH = 113_512  # from the middle of a die to a corner
UNIT = 1 << 12
STIFF = 7734  # of 256: speed for every length that a point is inside, in a step
DAMPED, RUBBED = 1388, 1478  # of 4096: speed lost in a step, straight and sliding
FRICTION, FRICTION_SQUARED = 1434, 125  # of 4096; of 1024
STUBBORN = 819  # of 4096: the least resistance of a point that slides and jams
ASKEW = 20_000  # edges that are nearly parallel do not push each other


@rule
def speed_at(speed, spin, lever):
    """How fast the end of a lever goes."""
    (vx, vy, vz), (a, b, c), (x, y, z) = speed, spin, lever
    return vx + ((b * z - c * y) >> 15), vy + ((c * x - a * z) >> 15), vz + ((a * y - b * x) >> 15)


@rule
def dot(a, b):
    """The product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@rule
def pushed(speed, spin, lever, push):
    """Speed and spin after a push at the end of a lever."""
    (vx, vy, vz), (a, b, c), (x, y, z), (px, py, pz) = speed, spin, lever, push
    return (
        (vx + px, vy + py, vz + pz),
        (a + ((y * pz - z * py) * 3 >> 18), b + ((z * px - x * pz) * 3 >> 18), c + ((x * py - y * px) * 3 >> 18)),
    )


@rule
def touched(speed, spin, lever, away, deep):
    """Speed and spin after one step in which the end of a lever was so deep inside something that pushes it away.

    A cube resists alike about every axis, so the push that stops a point as wanted has a closed form. If it takes more friction
    than there is, the point slides.
    """
    vx, vy, vz = speed_at(speed, spin, lever)
    nx, ny, nz = away
    towards = (vx * nx + vy * ny + vz * nz) >> 12
    out = (deep * STIFF >> 8) - (towards * DAMPED >> 12)
    if out <= 0:
        return speed, spin
    straight = out + (towards * RUBBED >> 12)
    wanted = (
        (nx * straight - vx * RUBBED) >> 12,
        (ny * straight - vy * RUBBED) >> 12,
        (nz * straight - vz * RUBBED) >> 12,
    )
    easy = UNIT + (dot(lever, lever) * 3 >> 21)  # how much more easily it gives way there than as a whole
    share = (1 << 28) // easy
    turning = dot(lever, wanted) >> 16
    x, y, z = (
        (wanted[0] + (lever[0] * turning * 3 >> 17)) * share >> 16,
        (wanted[1] + (lever[1] * turning * 3 >> 17)) * share >> 16,
        (wanted[2] + (lever[2] * turning * 3 >> 17)) * share >> 16,
    )
    push = (x * nx + y * ny + z * nz) >> 12
    rub_x, rub_y, rub_z = x - (push * nx >> 12), y - (push * ny >> 12), z - (push * nz >> 12)
    square = rub_x * rub_x + rub_y * rub_y + rub_z * rub_z
    if push <= 0 or square << 10 > push * push * FRICTION_SQUARED:
        part = (FRICTION << 16) // max(root(square, abs(rub_x) + abs(rub_y) + abs(rub_z)), 1)
        along = nx + (rub_x * part >> 16), ny + (rub_y * part >> 16), nz + (rub_z * part >> 16)
        resists = easy - ((dot(lever, away) >> 12) * (dot(lever, along) >> 12) * 3 >> 21)
        push = (out << 12) // max(resists, STUBBORN)
        x, y, z = along[0] * push >> 12, along[1] * push >> 12, along[2] * push >> 12
    return pushed(speed, spin, lever, (x, y, z))


@rule
def corner(number, first, second, third):
    """One of the eight corners of a die, seen from its middle."""
    p, q, r = 1 - 2 * (number & 1), 1 - (number & 2), 1 - ((number & 4) >> 1)
    return (
        p * first[0] + q * second[0] + r * third[0],
        p * first[1] + q * second[1] + r * third[1],
        p * first[2] + q * second[2] + r * third[2],
    )


@rule
def on_floor(height, speed, spin, first, second, third, backwards):
    """One step of a die whose middle is so high above a floor."""
    for k in range(8):
        lever = corner(7 - k if backwards else k, first, second, third)
        if height + lever[2] < 0:
            speed, spin = touched(speed, spin, lever, (0, 0, UNIT), -height - lever[2])
    return speed, spin


@rule
def on_block(place, speed, spin, first, second, third, backwards, half_x, half_y, top):
    """One step of a die near a block that stands on the table, seen from the block: corners inside it, edges across its edges."""
    for k in range(8):
        lever = corner(7 - k if backwards else k, first, second, third)
        x, y, z = place[0] + lever[0], place[1] + lever[1], place[2] + lever[2]
        if abs(x) < half_x and abs(y) < half_y and z < top:
            deep_x, deep_y, deep_z = half_x - abs(x), half_y - abs(y), top - z
            above = abs(place[0]) < half_x and abs(place[1]) < half_y
            if place[2] > top and (above or deep_z <= min(deep_x, deep_y)):
                speed, spin = touched(speed, spin, lever, (0, 0, UNIT), deep_z)
            elif deep_x <= deep_y:
                speed, spin = touched(speed, spin, lever, (UNIT if x > 0 else -UNIT, 0, 0), deep_x)
            else:
                speed, spin = touched(speed, spin, lever, (0, UNIT if y > 0 else -UNIT, 0), deep_y)
    beside_x, beside_y = abs(place[0]) > half_x - REACH, abs(place[1]) > half_y - REACH
    if place[2] > top - REACH or (beside_x and beside_y):
        for k in range(4):
            p, q = 1 - 2 * (k & 1), 1 - (k & 2)
            speed, spin = edge_crossed(place, speed, spin, first, second, third, p, q, half_x, half_y, top)
            speed, spin = edge_crossed(place, speed, spin, second, third, first, p, q, half_x, half_y, top)
            speed, spin = edge_crossed(place, speed, spin, third, first, second, p, q, half_x, half_y, top)
    return speed, spin


@rule
def edge_crossed(place, speed, spin, along, second, third, p, q, half_x, half_y, top):
    """The push that an edge of the die gets which crosses an edge of the block. `along` is half the die's edge."""
    lever = p * second[0] + q * third[0], p * second[1] + q * third[1], p * second[2] + q * third[2]
    x, y, z = place[0] + lever[0], place[1] + lever[1], place[2] + lever[2]
    if abs(x) - abs(along[0]) > half_x or abs(y) - abs(along[1]) > half_y or z - abs(along[2]) > top:
        return speed, spin
    in_x, out_x = within(x, along[0], -half_x, half_x)
    in_y, out_y = within(y, along[1], -half_y, half_y)
    in_z, out_z = within(z, along[2], -top, top)
    comes, leaves = max(in_x, in_y, in_z), min(out_x, out_y, out_z)
    if comes >= leaves or comes <= -UNIT or leaves >= UNIT:
        return speed, spin
    enters = 0 if in_x == comes else 1 if in_y == comes else 2
    exits = 0 if out_x == leaves else 1 if out_y == leaves else 2
    if enters == exits:
        return speed, spin
    middle = (comes + leaves) >> 1
    lever = lever[0] + (along[0] * middle >> 12), lever[1] + (along[1] * middle >> 12), lever[2] + (along[2] * middle >> 12)
    gap_x = (half_x if x > 0 else -half_x) - place[0] - lever[0]
    gap_y = (half_y if y > 0 else -half_y) - place[1] - lever[1]
    gap_z = top - place[2] - lever[2]
    if enters + exits == 1:  # an upright edge of the block
        nx, ny, nz, gap_z = along[1], -along[0], 0, 0
    elif enters + exits == 2:
        nx, ny, nz, gap_y = -along[2], 0, along[0], 0
    else:
        nx, ny, nz, gap_x = 0, along[2], -along[1], 0
    size = root(nx * nx + ny * ny + nz * nz, abs(nx) + abs(ny) + abs(nz))
    if size < ASKEW:
        return speed, spin
    deep = (gap_x * nx + gap_y * ny + gap_z * nz) // size
    if deep < 0:
        deep, size = -deep, -size
    return touched(speed, spin, lever, (nx * UNIT // size, ny * UNIT // size, nz * UNIT // size), deep)


@rule
def within(place, step, low, high):
    """From where to where (1/4096) a way of a step either side of a place lies between two values."""
    if step == 0:
        return (-2 * UNIT, 2 * UNIT) if low < place < high else (2 * UNIT, -2 * UNIT)
    one, other = (low - place) * UNIT // step, (high - place) * UNIT // step
    return min(one, other), max(one, other)
