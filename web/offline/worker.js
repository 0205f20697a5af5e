// The service worker: the app opens without a network, and tells of turns although no page is open.
// For whatever may change while this version lives the server is asked first, so nothing stale is shown while it answers.
// VERSION and SHELL are filled in by offline/plugin.ts when the pages are built.
const VERSION = '__VERSION__'
const SHELL = JSON.parse('__SHELL__')
const KEPT = `bangbox-${VERSION}`
/** games, their texts and rules: the same for everybody */
const SHELF = /^\/api\/games(\/\w+\/(messages|rules)\/\w+)?$/

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' })))))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/') || SHELL.includes(pathname)) event.respondWith(asset(request))
  else if (SHELF.test(pathname)) event.respondWith(newest(request))
})

/** The app itself, from the server; the one kept with this worker only if the server cannot be reached. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}

/** A file whose name, or the version of this worker, changes with its content: a cached copy never expires. */
async function asset(request) {
  const known = await caches.match(request)
  if (known) return known
  const found = await fetch(request)
  if (found.ok) await keep(request, found)
  return found
}

/** The server's answer; what it said last if it cannot be reached. */
async function newest(request) {
  try {
    const found = await fetch(request)
    if (found.ok) await keep(request, found)
    return found
  } catch {
    return (await caches.match(request)) ?? Response.error()
  }
}

async function keep(request, found) {
  const copy = found.clone()
  const kept = await caches.open(KEPT)
  await kept.put(request, copy)
}

// -- push messages: whose turn it is, in a match that is open nowhere

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path ?? '/'))
})

/** The browser has replaced its subscription: the server has to know the new one. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.oldSubscription)))

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const shows = (client, path) => new URL(client.url).pathname === path

/** Shows a message, unless the match is being looked at. */
async function tell(data) {
  const { match, title, text } = data.json()
  const path = `/match/${encodeURIComponent(match)}`
  const open = await windows()
  if (open.some((client) => client.visibilityState === 'visible' && shows(client, path))) return
  await self.registration.showNotification(title, {
    body: text,
    tag: match,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path },
  })
}

/** Brings a page of the match to the front, or opens one. */
async function show(path) {
  const open = (await windows()).find((client) => shows(client, path))
  await (open ? open.focus() : self.clients.openWindow(path))
}

async function subscribeAgain(old) {
  const { key } = await (await fetch('/api/push')).json()
  if (!key) return
  const found = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = found.toJSON()
  const language = navigator.language.startsWith('de') ? 'de' : 'en'
  await post('/api/me/push', { endpoint, ...keys, language })
  if (old) await post('/api/me/push/off', { endpoint: old.endpoint })
}

const post = (path, body) =>
  fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
