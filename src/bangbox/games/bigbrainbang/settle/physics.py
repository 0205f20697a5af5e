"""One throw of a die in MuJoCo: a release and a table (with or without the box) in, where the die rests and its flight out.

Nothing here knows rules, tremor or packed numbers; SI units throughout. The recipe (stiffness, damping, step, friction) was
measured: docs/physics.md says what was chosen and why.
"""

import functools
import math
import threading
from typing import Any, NamedTuple

from bangbox.core.errors import MissingExtra

FRAMES_PER_SECOND = 120
STEPS_PER_FRAME = 34  # a step of 0.245 ms keeps stiffness times step below 0.4; above, energy appears from nothing
REST_FRAMES = 6  # at rest: hardly moved over these frames (50 ms). Contacts flicker and speeds lie
TILTED_REST_FRAMES = 60  # a tilted die may balance on an edge for a moment before it falls: look for half a second
REST_DISTANCE = 0.0002
REST_TURN = math.radians(0.3)
OFF_HEIGHT = -0.06
MOST_FRAMES = 6 * FRAMES_PER_SECOND
FLAT_TILT = math.radians(1.0)

FLAT, OFF, ON_BOX, LEANING, MISFIRE = range(5)

Triple = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Pose = tuple[float, float, float, float, float, float, float]


class Release(NamedTuple):
    """A die as it leaves the hand."""

    place: Triple
    velocity: Triple
    turn: Quaternion
    spin: Triple  # radians a second, about the table's axes


class Obstacle(NamedTuple):
    """The game's box on the table: its middle, its turn, and its size as it lies or stands."""

    x: float
    y: float
    angle: float
    size: Triple


class Landing(NamedTuple):
    """What became of a throw; x, y and angle (from 0 to a quarter turn) count only if the die lies flat."""

    outcome: int
    x: float
    y: float
    angle: float
    poses: list[Pose]


MODEL = """
<mujoco>
  <option timestep="{step!r}" integrator="Euler" cone="elliptic" solver="Newton" iterations="20"/>
  <default><geom friction="0.35 0.0005 0.0001" condim="4" solref="-2250000 -739" solimp="0.95 0.99 0.0005 0.5 2"/></default>
  <worldbody>
    <geom type="box" size="{half!r} {half!r} 0.02" pos="0 0 -0.02"/>
    {box}
    <body name="die"><freejoint/><geom type="box" size="{die!r} {die!r} {die!r}" mass="{mass!r}"/></body>
  </worldbody>
</mujoco>
"""
BOX = '<body name="box" mocap="true"><geom type="box" size="{!r} {!r} {!r}"/></body>'
DENSITY = 1180.0


def engine() -> Any:
    """MuJoCo, or a clear error if it is not installed."""
    try:
        import mujoco
    except ImportError:
        raise MissingExtra(
            "real throws need the physics engine, which is not installed: install bangbox[physics], "
            'or choose the option throws="cheap"'
        ) from None
    return mujoco


@functools.cache
def _model(table: float, die: float, box: Triple | None) -> Any:
    """The model of a table and a size of box; made once a process."""
    half = die / 2
    body = BOX.format(*(length / 2 for length in box)) if box else ""
    step = 1 / (FRAMES_PER_SECOND * STEPS_PER_FRAME)
    return engine().MjModel.from_xml_string(MODEL.format(step=step, half=table / 2, box=body, die=half, mass=DENSITY * die**3))


class _Mine(threading.local):
    """What is in motion, by model: each thread has its own."""

    def __init__(self) -> None:
        self.data: dict[int, Any] = {}


_mine = _Mine()


def _data(model: Any) -> Any:
    if id(model) not in _mine.data:
        _mine.data[id(model)] = engine().MjData(model)
    return _mine.data[id(model)]


def throw(release: Release, table: float, die: float, box: Obstacle | None = None) -> Landing:
    """Simulates one throw until the die rests or has left; the same arguments give the same flight, bit by bit."""
    mujoco = engine()
    model = _model(table, die, box.size if box else None)
    data = _data(model)
    mujoco.mj_resetData(model, data)
    data.qpos[:] = (*release.place, *release.turn)
    data.qvel[:] = (*release.velocity, *_into_body(release.turn, release.spin))
    if box:
        data.mocap_pos[0] = (box.x, box.y, box.size[2] / 2)
        data.mocap_quat[0] = (math.cos(box.angle / 2), 0.0, 0.0, math.sin(box.angle / 2))
    poses: list[Pose] = [tuple(data.qpos.tolist())]
    arrived = _over_table(poses[0], table)
    for _ in range(MOST_FRAMES):
        mujoco.mj_step(model, data, STEPS_PER_FRAME)
        poses.append(tuple(data.qpos.tolist()))
        arrived = arrived or _over_table(poses[-1], table)
        if poses[-1][2] < OFF_HEIGHT:
            return Landing(OFF if arrived else MISFIRE, 0.0, 0.0, 0.0, poses)
        if _at_rest(poses):
            break
    return _rested(poses, box.size[2] if box else None)


def _at_rest(poses: list[Pose]) -> bool:
    if not _still(poses, REST_FRAMES):
        return False
    return _tilt_and_angle(poses[-1][3:])[0] <= FLAT_TILT or _still(poses, TILTED_REST_FRAMES)


def _rested(poses: list[Pose], box_top: float | None) -> Landing:
    x, y, z = poses[-1][:3]
    tilt, angle = _tilt_and_angle(poses[-1][3:])
    if box_top is not None and z > box_top:
        outcome = ON_BOX
    elif tilt > FLAT_TILT:
        outcome = LEANING
    else:
        return Landing(FLAT, x, y, angle, poses)
    return Landing(outcome, 0.0, 0.0, 0.0, poses)


def _over_table(pose: Pose, table: float) -> bool:
    x, y, z = pose[:3]
    return z > 0 and abs(x) <= table / 2 and abs(y) <= table / 2


def _still(poses: list[Pose], frames: int) -> bool:
    if len(poses) <= frames:
        return False
    before, now = poses[-1 - frames], poses[-1]
    moved = math.dist(before[:3], now[:3])
    cosine = abs(sum(a * b for a, b in zip(before[3:], now[3:], strict=True)))
    return moved < REST_DISTANCE and 2 * math.acos(min(1.0, cosine)) < REST_TURN


def axes(turn: Quaternion) -> tuple[Triple, Triple, Triple]:
    """Where the die's three axes point."""
    w, x, y, z = turn
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def _into_body(turn: Quaternion, vector: Triple) -> Triple:
    """A vector of the table seen from the die (MuJoCo wants a free body's spin so)."""
    a, b, c = (sum(p * q for p, q in zip(axis, vector, strict=True)) for axis in axes(turn))
    return a, b, c


def _tilt_and_angle(turn: Quaternion) -> tuple[float, float]:
    """How far the die is from lying on a face, and how far its sides are turned (0 to a quarter turn)."""
    upright = max(axes(turn), key=lambda axis: abs(axis[2]))
    level = min(axes(turn), key=lambda axis: abs(axis[2]))
    tilt = math.acos(min(1.0, abs(upright[2])))
    return tilt, math.atan2(level[1], level[0]) % (math.pi / 2)
