import { notificationTag } from '@frontdesk/contract/rules'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeAlerts, keepSubscribed } from '../../features/notifications/this-device.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'

const ALERTS_MAX = 100

/** Keeps the push registration current, opens clicked alerts, and removes alerts that were read elsewhere. */
export function useAlertClicks() {
  const router = useRouter()
  const sessionId = useSession()?.sessionId

  useEffect(() => {
    if (!sessionId) return
    // Without a push service the open page still shows alerts; the settings say which of the two applies.
    void keepSubscribed().catch(() => undefined)
  }, [sessionId])

  useEffect(() => {
    if (!navigator.serviceWorker) return
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.type === 'open' && typeof data.url === 'string') router.history.push(data.url)
    }
    const onFocus = async () => {
      const worker = await navigator.serviceWorker.getRegistration()
      if (((await worker?.getNotifications()) ?? []).length === 0) return
      const { data } = await api.notifications.getList({ isUnreadOnly: true, pageSize: ALERTS_MAX })
      const unread = new Set(data.notifications.map(notificationTag))
      await closeAlerts((tag) => !unread.has(tag))
    }
    const whenFocused = () => void onFocus().catch(() => undefined)
    whenFocused()
    navigator.serviceWorker.addEventListener('message', onMessage)
    addEventListener('focus', whenFocused)
    return () => {
      navigator.serviceWorker.removeEventListener('message', onMessage)
      removeEventListener('focus', whenFocused)
    }
  }, [router])
}
