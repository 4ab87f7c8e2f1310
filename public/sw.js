// The service worker: notifications, and a page for when there is no connection. It keeps files of the build alone, never an
// answer of the service and never a page with somebody's data. The build fills in what it keeps (scripts/preload.mjs), so
// that its own bytes change with every build.
const FILES = [
  /*files*/
]
const CACHE = 'build-/*build*/'
const OFFLINE = '/offline/'
/** Who is signed in here, as the app has told: what is meant for another account is not shown. */
const ACCOUNT = '/account'

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)))
  // Files of an older build stay served, and pages are always asked for first: nothing has to wait for open tabs.
  skipWaiting()
})

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith('build-') && name !== CACHE) await caches.delete(name)
    // A page is asked for while this worker starts: none is slower for having one.
    await registration.navigationPreload?.enable()
    await clients.claim()
  }
  event.waitUntil(forget())
})

/** Of what the browser has asked for beside this worker's start, or else by itself. */
const page = async (event) => (await event.preloadResponse) ?? fetch(event.request)
const kept = async (name) => (await caches.match(name)) ?? Response.error()

/** Pages come from the network; without one, a page says so. Everything else is the browser's affair. */
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event).catch(() => kept(OFFLINE)))
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

addEventListener('message', (event) => {
  if (event.data?.type !== 'account') return
  const keep = async () => {
    const cache = await caches.open('account')
    if (event.data.id) await cache.put(ACCOUNT, new Response(event.data.id))
    else await caches.delete('account')
  }
  event.waitUntil(keep())
})

addEventListener('push', (event) => {
  const show = async () => {
    const { id, title, text, href, userId } = event.data.json()
    const account = await (await caches.match(ACCOUNT))?.text()
    if (account !== userId) return void (await (await registration.pushManager.getSubscription())?.unsubscribe())
    await registration.showNotification(title, { body: text, tag: id, icon: '/icon-192.png', data: { href } })
  }
  event.waitUntil(show())
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = event.notification.data
  const path = /^\/(?!\/)/.test(href) ? href : '/messages'
  const open = async () => {
    const [page] = await clients.matchAll({ type: 'window' })
    if (!page) return clients.openWindow(path)
    await page.focus()
    return page.navigate(path)
  }
  event.waitUntil(open())
})
