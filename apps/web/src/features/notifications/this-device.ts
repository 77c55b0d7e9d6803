import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { showToast } from '../../ui/toast/toasts.ts'

const isSupported = () => 'Notification' in globalThis && 'serviceWorker' in navigator

/** Whether this browser shows notifications; the browser's own settings can revoke it. */
export const alertsHere = storedValue(
  'frontdesk.desktop-notifications',
  (stored) => stored === true && 'Notification' in globalThis && Notification.permission === 'granted',
)

/** The session under which this browser is registered for push; null if its push service is unavailable. */
export const pushHere = storedValue<{ deviceID: string; sessionId: string; endpoint: string } | null>(
  'frontdesk.push-device',
  (stored) =>
    typeof stored === 'object' && stored !== null && 'deviceID' in stored && 'sessionId' in stored
      ? (stored as { deviceID: string; sessionId: string; endpoint: string })
      : null,
)

const unsupported = msg`This browser does not support desktop notifications.`
const denied = msg`Your browser blocks notifications for this site. Allow them in its site settings, then try again.`

const registration = () => navigator.serviceWorker.register('/service-worker.js')

/** The only request for the browser's permission, made when someone turns notifications on. */
export async function setAlertsHere(isOn: boolean): Promise<void> {
  if (!isOn) {
    alertsHere.set(false)
    return unsubscribe()
  }
  const refuse = (why: typeof denied) =>
    showToast({
      id: 'desktop-notifications',
      kind: 'failure',
      title: i18n._(msg`Notifications are off`),
      text: i18n._(why),
    })
  if (!isSupported()) return refuse(unsupported)
  if ((await Notification.requestPermission()) !== 'granted') return refuse(denied)
  alertsHere.set(true)
  await keepSubscribed()
}

/** Register again after a new sign-in, or when the browser changed the push endpoint. */
export async function keepSubscribed(): Promise<void> {
  const signedIn = session.current
  if (!alertsHere.get() || !isSupported() || !signedIn) return
  const registered = pushHere.get()
  const worker = await registration()
  const present = await worker.pushManager?.getSubscription()
  if (present && registered?.sessionId === signedIn.sessionId && registered.endpoint === present.endpoint) return
  const subscription = present ?? (await subscribe(worker))
  // Falls back to alerts of the page itself, while a tab is open.
  if (!subscription) return pushHere.set(null)
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return pushHere.set(null)
  const { data } = await api.notifications.subscribeDevice({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
  pushHere.set({ deviceID: data.deviceID, sessionId: signedIn.sessionId, endpoint })
}

async function subscribe(worker: ServiceWorkerRegistration): Promise<PushSubscription | null> {
  try {
    const { pushKey } = (await api.notifications.getDevices()).data
    return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  } catch {
    // Some browsers have notifications but no push service, or none that is reachable.
    return null
  }
}

async function unsubscribe(): Promise<void> {
  const registered = pushHere.get()
  pushHere.set(null)
  if (!isSupported()) return
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  // It may be gone already: removed on another screen.
  if (registered) await api.notifications.removeDevice({ deviceID: registered.deviceID }).catch(() => undefined)
}

/** Shows an alert from this page, for browsers without push. */
export function alertFromPage(title: string, body: string, tag: string, onOpen: () => void): void {
  if (!alertsHere.get() || pushHere.get()) return
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg', silent: true })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onOpen()
    }
  } catch {
    // Chrome on Android has the constructor but rejects it, so toast and sound must suffice there.
  }
}

/** Removes alerts of this browser. */
export async function closeAlerts(isOver: (tag: string) => boolean): Promise<void> {
  if (!isSupported()) return
  const worker = await navigator.serviceWorker.getRegistration()
  for (const alert of (await worker?.getNotifications()) ?? []) if (isOver(alert.tag)) alert.close()
}
