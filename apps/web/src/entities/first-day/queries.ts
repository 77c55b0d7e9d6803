import type { FirstDay } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'

export const firstDayQuery = queryOptions({
  queryKey: ['first-day'],
  queryFn: async () => (await api.onboarding.getFirstDay()).data,
})

/** The checklist while there is something left of it to do for this person; null otherwise. */
export function useFirstDay(): FirstDay | null {
  const me = useMe()
  const isViewing = useSession()?.viewingAs != null
  const { data } = useQuery({ ...firstDayQuery, enabled: can(me, 'admin_manage_settings') && !isViewing })
  return data && !data.isDismissed ? data : null
}

const REFETCH_GAP_MS = 2000

/**
 * Any event may complete an item: a number bought, a teammate invited, the first text. The checklist is refetched after
 * events, at most every few seconds, and only while it is on screen.
 */
export function firstDayEvents(cache: QueryClient): RealtimeFeature<never> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = () => void cache.invalidateQueries({ queryKey: firstDayQuery.queryKey })
  const isOpen = () => {
    const firstDay = cache.getQueryData(firstDayQuery.queryKey)
    return firstDay !== undefined && !firstDay.isDismissed && !isDone(firstDay)
  }
  return {
    handlers: {},
    flush: () => {
      if (timer || !isOpen()) return
      timer = setTimeout(() => {
        timer = undefined
        refetch()
      }, REFETCH_GAP_MS)
    },
    reload: refetch,
  }
}

export const isDone = ({
  hasBusinessName,
  phoneNumber,
  hasBusinessHours,
  hasInvitedTeammate,
  hasReceivedText,
}: FirstDay) => hasBusinessName && phoneNumber !== null && hasBusinessHours && hasInvitedTeammate && hasReceivedText
