"""A flying die against a side of the box, in whole numbers: springs and friction at its corners, a few milliseconds long.

It repeats what the physics engine does there (settle/physics.py): the same stiffness, damping, friction and step. Seen from the
wall: x away from it, y to the left, z up. Lengths are eighths of a micrometre, speeds 1/256 mm/s, spins 1/1024 rad/s.
"""

from bangbox.core.rules import rule

from ..data import DIE
from .aiming import root

HALF_EDGE = DIE * 40  # of the die
STEPS = 64  # of 1/4096 s
STIFF = 17754  # thousandths of a speed, for every length that a corner is in the wall, in a step
DAMPED = 746  # of 4096, in a step
FRICTION = 358  # of 1024
ROUNDS = 2  # in which push and friction at a corner find each other


@rule
def length(x, y):
    """Of a vector."""
    return root(x * x + y * y, abs(x) + abs(y) + 1)


@rule
def heft(square):
    """How much more easily a die gives way at a corner than as a whole (of 4096), by the square of the lever."""
    return 4096 + 3 * square // 2_000_000


@rule
def pushed(speed, spin, lever, push):
    """Speed and spin after a push at the end of a lever."""
    (vx, vy, vz), (a, b, c), (x, y, z), (px, py, pz) = speed, spin, lever, push
    return (
        (vx + px, vy + py, vz + pz),
        (
            a + (y * pz - z * py) * 3 // 256_000,
            b + (z * px - x * pz) * 3 // 256_000,
            c + (x * py - y * px) * 3 // 256_000,
        ),
    )


@rule
def speed_at(speed, spin, lever):
    """How fast the end of a lever goes."""
    (vx, vy, vz), (a, b, c), (x, y, z) = speed, spin, lever
    return vx + (b * z - c * y) // 32_000, vy + (c * x - a * z) // 32_000, vz + (a * y - b * x) // 32_000


@rule
def corner_pushed(speed, spin, lever, deep):
    """Speed and spin after one step in which a corner was so deep in the wall."""
    x, y, z = lever
    vx, vy, vz = speed_at(speed, spin, lever)
    wanted = vx - (vx * DAMPED >> 12) + deep * STIFF // 1000
    kept_y, kept_z = vy - (vy * DAMPED >> 12), vz - (vz * DAMPED >> 12)
    easy = heft(y * y + z * z)
    push, rub_y, rub_z = 0 * deep, 0 * deep, 0 * deep
    for _ in range(ROUNDS):
        vx, _, _ = speed_at(speed, spin, lever)
        more = max(push + (wanted - vx) * 4096 // easy, 0) - push
        push += more
        speed, spin = pushed(speed, spin, lever, (more, 0 * deep, 0 * deep))
        _, vy, vz = speed_at(speed, spin, lever)
        miss_y, miss_z = kept_y - vy, kept_z - vz
        miss = max(length(miss_y, miss_z), 1)
        roll, up, aside = (y * miss_z - z * miss_y) // miss, x * miss_z // miss, x * miss_y // miss
        give = heft(roll * roll + up * up + aside * aside)
        new_y, new_z = rub_y + miss_y * 4096 // give, rub_z + miss_z * 4096 // give
        rub, most = max(length(new_y, new_z), 1), push * FRICTION >> 10
        if rub > most:
            new_y, new_z = new_y * most // rub, new_z * most // rub
        speed, spin = pushed(speed, spin, lever, (0 * deep, new_y - rub_y, new_z - rub_z))
        rub_y, rub_z = new_y, new_z
    return speed, spin


@rule
def spun(axis, spin):
    """Half an edge of the die, one step later."""
    (x, y, z), (a, b, c) = axis, spin
    slow = a * a + b * b + c * c
    return (
        x + ((b * z - c * y) >> 22) - (x * slow >> 45),
        y + ((c * x - a * z) >> 22) - (y * slow >> 45),
        z + ((a * y - b * x) >> 22) - (z * slow >> 45),
    )


@rule
def impact(speed, spin, first, second, third):
    """Speed and spin of a die after it has met the wall; `first` to `third` are its half edges as it touches."""
    away = abs(first[0]) + abs(second[0]) + abs(third[0])
    for step in range(STEPS):
        reach = abs(first[0]) + abs(second[0]) + abs(third[0])
        if away < reach:
            for k in range(8):
                corner = 7 - k if step & 1 else k
                p, q, r = 1 - 2 * (corner & 1), 1 - (corner & 2), 1 - ((corner & 4) >> 1)
                deep = -away - p * first[0] - q * second[0] - r * third[0]
                if deep > 0:
                    lever = (
                        p * first[0] + q * second[0] + r * third[0],
                        p * first[1] + q * second[1] + r * third[1],
                        p * first[2] + q * second[2] + r * third[2],
                    )
                    speed, spin = corner_pushed(speed, spin, lever, deep)
        elif speed[0] > 0 and 2 * speed[0] > 3 * (abs(spin[1]) + abs(spin[2])):
            break
        away += speed[0] * 125 >> 14
        first, second, third = spun(first, spin), spun(second, spin), spun(third, spin)
    return speed, spin
