import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { localValue } from '../../lib/local-value.ts'
import { showToast } from '../../ui/toasts.ts'

export const desktopNotifications = localValue(
  'frontdesk.desktop-notifications',
  (stored) => stored === true && 'Notification' in globalThis && Notification.permission === 'granted',
)

const unsupported = msg`This browser does not support desktop notifications.`
const denied = msg`The browser blocks them for this page. Allow notifications in its settings for this site.`

/** Asks for the browser's permission only here: when somebody wants them. */
export async function setDesktopNotifications(wanted: boolean) {
  if (!wanted) return desktopNotifications.set(false)
  const refuse = (why: typeof denied) =>
    showToast({
      id: 'desktop-notifications',
      kind: 'failure',
      title: i18n._(msg`No desktop notifications`),
      text: i18n._(why),
    })
  if (!('Notification' in globalThis)) return refuse(unsupported)
  if ((await Notification.requestPermission()) !== 'granted') return refuse(denied)
  desktopNotifications.set(true)
}

export function notifyDesktop(title: string, body: string, tag: string, onOpen: () => void) {
  if (!desktopNotifications.get()) return
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg', silent: true })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onOpen()
    }
  } catch {
    // Chrome on Android knows the constructor but refuses it; there the toast and the sound have to do.
  }
}
