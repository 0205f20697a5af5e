"""Told of a turn with every page closed: the switch, what the server is given, and what the service worker makes of a message.

No push service of a browser's maker can be reached from a test, so `PushManager.subscribe` is replaced: it answers with an
address on this machine and with keys of the test's own, and everything else is real. `deliverPushMessage` of Chromium's own
protocol then stands for the way from the push service to the worker.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Worker, expect

from tests.server.push.service import Browser, Service
from tests.web.driver import PATIENCE, PHONE, new_match, ready, snapshot

Opener = Callable[..., Page]
DAYS = {"kind": "days", "seconds": 3 * 86_400, "increment": 0}
SUBSCRIBED = """given => { let kept = null
  const { endpoint, ...keys } = given
  const made = () => ({ endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => { kept = null; return true } })
  PushManager.prototype.getSubscription = async () => kept
  PushManager.prototype.subscribe = async wanted => { window.asked = wanted; return kept = made() } }"""
SHOWN = """async () => { const worker = await navigator.serviceWorker.ready
  return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path })) }"""


@pytest.fixture
def service() -> Iterator[Service]:
    """A push service."""
    found = Service()
    yield found
    found.close()


def subscribing(page: Page, browser: Browser) -> None:
    """Whatever this page subscribes to is a browser of the test's."""
    wanted = browser.subscription
    given = {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth}
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(given)})")


def kept(page: Page) -> str:
    """What the page remembers of its subscription."""
    return str(page.evaluate("JSON.parse(localStorage.getItem('bangbox.settings')).push"))


def test_the_switch_is_off_says_what_is_kept_and_can_be_taken_back(opened: Opener, service: Service) -> None:
    page = opened(permissions=["notifications"])
    subscribing(page, Browser(service.url, "desk"))
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Tell me although Bangbox is closed")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(switch).to_have_accessible_description(
        "For this the server keeps an address at your browser's push service, two keys and your language"
        " until you switch it off. That service learns when a message comes, not what it says."
    )
    assert page.evaluate("window.asked") is None
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert page.evaluate("asked.applicationServerKey") == page.request.get("/api/push").json()["key"]
    assert page.evaluate("asked.userVisibleOnly") is True
    assert kept(page).startswith("en ")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert kept(page) == ""
    answer = page.request.post("/api/me/push/off", data={"endpoint": "https://push.example.org/x"})
    assert answer.json() == {"devices": 0}, "nothing is kept any more"


def test_a_browser_that_refuses_is_told_where_to_allow_it(opened: Opener) -> None:
    page = opened()
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Tell me although Bangbox is closed")
    switch.click()
    expect(page.get_by_text("Your browser does not allow notifications from this page")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")


def two_days_long(page: Page, other: Page) -> str:
    """A match of tic-tac-toe over days, in which it is the other one's turn."""
    match = new_match(page, "tictactoe", [{"kind": "me"}, {"kind": "open"}], clock=DAYS, public=True, options={"first": 1})
    other.goto(f"/match/{match}")
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Sit down").click()
    return match


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_in_a_match_of_days_one_click_and_the_closed_page_is_told(opened: Opener, service: Service, size: str) -> None:
    page, other = opened(permissions=["notifications"], locale="de", **(PHONE if size == "phone" else {})), opened()
    browser = Browser(service.url, f"ann-{size}", "de")
    subscribing(page, browser)
    page.goto("/")
    match = two_days_long(page, other)
    page.goto(f"/match/{match}")
    expect(page.locator(".play")).to_be_visible()
    offer = page.get_by_role("complementary", name="Sollen wir dir sagen")
    expect(offer).to_contain_text("bis du es ausschaltest")
    page.wait_for_timeout(300)
    offer.get_by_role("button", name="Sagt es mir").click()
    expect(offer).to_have_count(0)
    assert ready(other)
    page.close()
    other.wait_for_timeout(2000)  # no page is open: the server has noticed
    other.locator(".stage .choice").first.click()
    (taken,) = service.wait(1)
    said = browser.read(taken)
    assert said["match"] == match
    assert said["title"] == "Tic-tac-toe: du bist dran"
    assert said["text"].startswith("Mit Bob. Für diesen Zug sind noch ")
    assert snapshot(other)["now"]["actor"] == 0


def test_an_offer_that_was_declined_does_not_come_again(opened: Opener) -> None:
    page, other = opened(permissions=["notifications"]), opened()
    page.goto("/")
    match = two_days_long(page, other)
    page.goto(f"/match/{match}")
    page.get_by_role("button", name="No, thanks").click()
    page.reload()
    expect(page.locator(".play")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="No, thanks")).to_have_count(0)


class Deliverer:
    """Hands messages to the service worker of a page as a push service would."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        found: list[dict[str, Any]] = []
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
        self.session.send("ServiceWorker.enable")
        while not found:
            page.wait_for_timeout(50)
        self.registration = found[0]["registrationId"]
        self.worker: Worker = page.context.service_workers[0]

    def __call__(self, **said: str) -> None:
        origin = self.page.evaluate("location.origin + '/'")
        told = {"origin": origin, "registrationId": self.registration, "data": json.dumps(said)}
        self.session.send("ServiceWorker.deliverPushMessage", told)

    def shown(self, count: int) -> list[dict[str, str]]:
        """What is notified of, once that is so much."""
        for _ in range(PATIENCE // 50):
            found: list[dict[str, str]] = self.page.evaluate(SHOWN)
            if len(found) == count:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(found)} notifications, not {count}")


def test_the_worker_shows_one_notification_a_match_and_a_click_leads_there(opened: Opener) -> None:
    page = opened(permissions=["notifications"])
    deliver = Deliverer(page)
    match = new_match(page, "tictactoe", [{"kind": "me"}, {"kind": "open"}])
    for text in ("With Bob", "With Bob. 2 days are left for this move."):
        deliver(match=match, title="Tic-tac-toe: your turn", text=text)
    deliver(match="another", title="Urknall: your turn", text="With Cid")
    both = deliver.shown(2)
    told = next(one for one in both if one["tag"] == match)
    assert told == {"title": "Tic-tac-toe: your turn", "body": "With Bob. 2 days are left for this move.", "tag": match,
                    "path": f"/match/{match}"}  # fmt: skip
    # only a real click may open a window, so what it would open is written down
    deliver.worker.evaluate("() => { self.went = []; self.clients.openWindow = async path => { self.went.push(path) } }")
    click = """async tag => { const [notification] = await self.registration.getNotifications({ tag })
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })) }"""
    deliver.worker.evaluate(click, "another")
    deliver.shown(1)
    for _ in range(100):
        if deliver.worker.evaluate("self.went.length"):
            break
        page.wait_for_timeout(20)
    assert deliver.worker.evaluate("self.went") == ["/match/another"]
    # whoever looks at the match needs no notification any more, nor another one
    page.goto(f"/match/{match}")
    deliver.shown(0)
    deliver(match=match, title="Tic-tac-toe: your turn", text="With Bob")
    page.wait_for_timeout(500)
    assert deliver.shown(0) == []
