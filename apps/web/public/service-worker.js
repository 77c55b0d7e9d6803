/* Shows notifications while Frontdesk is closed. Plain script: browsers load it by itself, outside of the app's bundle. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function close(tag) {
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

async function showBadge(count) {
  if (count > 0) await navigator.setAppBadge?.(count)
  else await navigator.clearAppBadge?.()
}

async function take(push) {
  await showBadge(push.badge).catch(() => undefined)
  if (push.type === 'close') return close(push.tag)
  // Somebody is looking at Frontdesk: the page tells them itself.
  const isWatched = (await windows()).some(({ focused }) => focused)
  if (isWatched && push.tag !== 'test') return
  await self.registration.showNotification(push.title, {
    body: push.body,
    // One alert for each conversation: a newer one takes its place.
    tag: push.tag,
    renotify: true,
    icon: '/favicon.svg',
    data: { url: push.url },
  })
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(take(event.data.json()))
})

async function open(url) {
  const [page] = (await windows()).toSorted((a, b) => Number(b.focused) - Number(a.focused))
  if (!page) return self.clients.openWindow(url)
  // Not every browser lets a worker bring a page to the front; the conversation opens there all the same.
  await page.focus().catch(() => undefined)
  page.postMessage({ type: 'open', url })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data ?? {}
  event.waitUntil(open(typeof url === 'string' && url.startsWith('/') ? url : '/'))
})
