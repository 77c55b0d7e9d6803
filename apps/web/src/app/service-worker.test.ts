import { readFileSync } from 'node:fs'
import type { PushPayload } from '@frontdesk/contract/rules'
import { beforeEach, expect, test, vi } from 'vitest'

const SCRIPT = readFileSync(`${import.meta.dirname}/../../public/service-worker.js`, 'utf8')

interface Alert {
  title: string
  body: string
  tag: string
  data: { url: string }
  close: () => void
}

/** Runs the service worker with a fake browser environment: no headless browser shows notifications. */
function startWorker() {
  let alerts: Alert[] = []
  const handlers = new Map<string, (event: object) => void>()
  const pages: { focused: boolean; focus: () => Promise<void>; postMessage: (data: unknown) => void }[] = []
  const openWindow = vi.fn(async () => undefined)
  const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) }
  const registration = {
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      alerts.filter((alert) => tag === undefined || alert.tag === tag),
    showNotification: async (title: string, options: Omit<Alert, 'title' | 'close'>) => {
      const close = () => {
        alerts = alerts.filter(({ tag }) => tag !== options.tag)
      }
      close()
      alerts.push({ title, ...options, close })
    },
  }
  const scope = {
    addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined, matchAll: async () => pages, openWindow },
    registration,
  }
  new Function('self', 'navigator', SCRIPT)(scope, badge)
  const hand = async (name: string, event: object) => {
    const work: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (done: Promise<unknown>) => work.push(done) })
    await Promise.all(work)
  }
  return {
    shown: () => alerts.map(({ body, tag }) => `${tag}: ${body}`),
    deliver: (push: PushPayload) => hand('push', { data: { json: () => push } }),
    click: (tag: string) => hand('notificationclick', { notification: alerts.find((alert) => alert.tag === tag) }),
    pages,
    openWindow,
    badge,
  }
}

const show = (tag: string, body: string, url = `/conversations/${tag}`): PushPayload => ({
  type: 'show',
  title: 'Pat Jones',
  body,
  tag,
  url,
  badge: 2,
})

let worker: ReturnType<typeof startWorker>
beforeEach(() => {
  worker = startWorker()
})

test('one alert per conversation: a newer one replaces it, reading elsewhere removes it', async () => {
  await worker.deliver(show('CHa', 'Are you open?'))
  await worker.deliver(show('CHa', 'On Sunday, I mean'))
  await worker.deliver(show('CHb', 'Anybody there?'))
  expect(worker.shown()).toEqual(['CHa: On Sunday, I mean', 'CHb: Anybody there?'])
  expect(worker.badge.setAppBadge).toHaveBeenLastCalledWith(2)
  await worker.deliver({ type: 'close', tag: 'CHa', badge: 0 })
  expect(worker.shown()).toEqual(['CHb: Anybody there?'])
  expect(worker.badge.clearAppBadge).toHaveBeenCalledOnce()
})

test('a click opens the conversation in an existing page, even if it cannot be focused', async () => {
  const page = {
    focused: false,
    focus: vi.fn(async () => Promise.reject(new Error('Not allowed'))),
    postMessage: vi.fn(),
  }
  worker.pages.push(page)
  await worker.deliver(show('CHa', 'Are you open?'))
  await worker.click('CHa')
  expect(page.postMessage).toHaveBeenCalledWith({ type: 'open', url: '/conversations/CHa' })
  expect(worker.shown()).toEqual([])
  expect(worker.openWindow).not.toHaveBeenCalled()
})

test('without a page a click opens one, but never another site', async () => {
  await worker.deliver(show('CHa', 'Are you open?'))
  await worker.click('CHa')
  expect(worker.openWindow).toHaveBeenLastCalledWith('/conversations/CHa')
  await worker.deliver(show('CHb', 'Hello', 'https://elsewhere.example/'))
  await worker.click('CHb')
  expect(worker.openWindow).toHaveBeenLastCalledWith('/')
})

test('no notification while Frontdesk is focused, except for a test notification', async () => {
  worker.pages.push({ focused: true, focus: async () => undefined, postMessage: () => undefined })
  await worker.deliver(show('CHa', 'Are you open?'))
  expect(worker.shown()).toEqual([])
  await worker.deliver(show('test', 'This device is reached.', '/settings/devices'))
  expect(worker.shown()).toEqual(['test: This device is reached.'])
})
