"""A state's memory as Python integers: what does not fit raises, and every byte is copied."""

import numpy as np
import pytest

from bangbox.core.record import Records, copied, record

SEAT = np.dtype([("hand", np.uint8, 3), ("coins", np.int16)], align=True)
STATE = np.dtype(
    [("turn", np.uint8), ("total", np.int32), ("board", np.int8, (2, 3)), ("seats", SEAT, 2), ("last", np.uint8)], align=True
)


def test_fields_read_and_write_python_integers() -> None:
    states = np.zeros(2, STATE)
    s = record(states, 1)
    s.turn = 7
    s.board[1, 2] = -5
    s.seats[1].hand[2] = 9
    s.seats[1].coins = -300
    assert (s.turn, s.board[1, 2], s.seats[1].hand[2], s.seats[1].coins) == (7, -5, 9, -300)
    assert type(s.turn) is int
    assert type(s.board[1, 2]) is int
    assert states[1]["turn"] == 7
    assert states[1]["seats"][1]["hand"][2] == 9
    assert not states[0].tobytes().strip(b"\0")


def test_fields_list_their_values() -> None:
    s = record(np.zeros(1, STATE))
    s.seats[0].hand[1] = 4
    assert list(s.seats[0].hand) == [0, 4, 0]
    assert s.board.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert len(s.seats[0].hand) == 3
    assert s.board.shape == (2, 3)
    assert "turn=0" in repr(s)
    assert "[0, 4, 0]" in repr(s.seats[0])


def test_numbers_may_begin_at_any_byte() -> None:
    packed = np.dtype([("a", np.uint8), ("b", np.int16), ("c", np.int32), ("d", np.int16), ("e", np.uint8)])
    states = np.zeros(2, packed)
    s = record(states, 1)
    s.a, s.b, s.c, s.d, s.e = 200, -2, 70_000, 30_000, 5
    assert states[1].item() == (s.a, s.b, s.c, s.d, s.e) == (200, -2, 70_000, 30_000, 5)


@pytest.mark.parametrize("value", [-1, 256])
def test_a_value_that_does_not_fit_raises(value: int) -> None:
    s = record(np.zeros(1, STATE))
    with pytest.raises(ValueError):
        s.turn = value
    with pytest.raises(ValueError):
        s.seats[0].hand[0] = value
    assert s.turn == s.seats[0].hand[0] == 0


@pytest.mark.parametrize("index", [-1, 3])
def test_an_index_out_of_range_raises(index: int) -> None:
    s = record(np.zeros(1, STATE))
    for where in (s.seats[0].hand, s.board):
        place = index if where is not s.board else (0, index)
        with pytest.raises(IndexError):
            where[place]
        with pytest.raises(IndexError):
            where[place] = 1


def test_an_unknown_field_raises() -> None:
    s = record(np.zeros(1, STATE))
    with pytest.raises(AttributeError, match="trun"):
        s.trun = 1
    with pytest.raises(AttributeError, match="trun"):
        _ = s.trun
    with pytest.raises(AttributeError, match="board"):
        s.board = 1


def test_records_assign_whole_states() -> None:
    states = np.zeros(2, STATE)
    records = Records(states)
    records[0].total = 1234
    records[1] = records[0]
    assert records[1].total == 1234
    records[0].total = 1
    assert records[1].total == 1234
    assert len(records) == 2


def test_a_copy_has_all_bytes_also_those_between_fields() -> None:
    states = np.zeros(3, STATE)
    states.view(np.uint8)[:] = np.arange(3 * STATE.itemsize, dtype=np.uint8)
    for part in (states, states[1:2]):
        for _ in range(50):
            scraps = np.full(part.nbytes, 0xEE, np.uint8)  # memory that a careless copy would show again
            del scraps
            twin = copied(part)
            assert twin.tobytes() == part.tobytes()
    twin.view(np.uint8)[:] = 0
    assert states[1].tobytes().strip(b"\0")
