import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conversationStats } from './queries.ts'

/** "(3) Inbox · Frontdesk": how many conversations wait, at all locations. */
export function useInboxTitle() {
  const unread = useQuery({ ...conversationStats(undefined), select: ({ totalUnread }) => totalUnread }).data ?? 0
  useEffect(() => {
    const name = t`Inbox · Frontdesk`
    document.title = unread > 0 ? `(${unread}) ${name}` : name
    return () => {
      document.title = 'Frontdesk'
    }
  }, [unread])
}
