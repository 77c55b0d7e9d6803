import { forList, type InboxSearch, toListFilter } from '@frontdesk/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { inboxNavigation } from '../../entities/conversation/inbox-navigation.ts'
import { entriesOf } from '../../entities/conversation/list-membership.ts'
import { conversationList } from '../../entities/conversation/queries.ts'
import { useListContext } from './list-context.ts'

/** Lets actions on a conversation open the next one of the list on screen. */
export function useInboxNavigation(search: InboxSearch, onOpen: (sid: string | null) => void) {
  const cache = useQueryClient()
  const context = useListContext()
  const open = useEffectEvent(onOpen)
  const nextTo = useEffectEvent((sid: string) => {
    const { queryKey } = conversationList(toListFilter(forList(search), context))
    const entries = entriesOf(cache.getQueryData(queryKey))
    const at = entries.findIndex((entry) => entry.sid === sid)
    return at === -1 ? undefined : ((entries[at + 1] ?? entries[at - 1])?.sid ?? null)
  })
  useEffect(() => {
    inboxNavigation.set({ open: (sid) => open(sid), nextTo: (sid) => nextTo(sid) })
    return () => inboxNavigation.set(null)
  }, [])
}
