"""Ends this process when it is told to, even if its event loop hangs."""

import faulthandler
import logging
import os
import signal
import threading
import time

log = logging.getLogger("bangbox.stopping")

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LIMIT_SECONDS = 15.0  # from the signal to the end: twice what an orderly end needs


def insist_on_end(limit: float = LIMIT_SECONDS) -> None:
    """From now on a process that was told to end, and is still there after the limit, ends at once and says where it hung.

    Python's own signal handlers run in the main thread, which may be busy in compiled code. faulthandler's run at once, in
    whichever thread the system chooses, and then pass the signal on; what they write wakes up the thread that counts the time.
    """
    if not hasattr(faulthandler, "register"):
        return  # Windows: the server's own signal handlers have to do
    hears, tells = os.pipe()
    os.set_blocking(tells, False)
    for number in SIGNALS:
        faulthandler.register(number, file=tells, all_threads=True, chain=True)
    threading.Thread(target=_wait, args=(hears, limit), name="end", daemon=True).start()


def _wait(hears: int, limit: float) -> None:
    first = os.read(hears, 1)
    time.sleep(limit)
    traceback = (first + os.read(hears, 1 << 16)).decode(errors="replace")
    log.error("not ended after %.0f seconds, so killed; when told to end, the server was here:\n%s", limit, traceback)
    os._exit(1)
