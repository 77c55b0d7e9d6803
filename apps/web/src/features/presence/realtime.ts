import type { Presence } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { viewers } from '../../entities/conversation/viewers.ts'
import { teammatesQuery } from '../../entities/teammate/queries.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { session } from '../../lib/session/session.ts'

type Heard = 'user.changed' | 'presence.changed' | 'presence.expired' | 'viewing'

/** Spreads the requests of all screens, which get the event at the same time. */
const REFETCH_WITHIN_MS = 3000

/** Handles changes of teammates' presence, names and pictures. */
export function presenceEvents(cache: QueryClient): RealtimeFeature<Heard> & { connected: () => void } {
  const patch = (userID: string, change: (person: Presence) => Presence) =>
    cache.setQueryData(teammatesQuery.queryKey, (people) =>
      people?.map((person) => (person.userID === userID ? change(person) : person)),
    )
  const reload = () => void cache.invalidateQueries({ queryKey: teammatesQuery.queryKey })
  return {
    handlers: {
      'user.changed': ({ user: { userID, displayName, profileUrl } }) => {
        const before = cache.getQueryData(teammatesQuery.queryKey)?.find((person) => person.userID === userID)
        patch(userID, (person) => ({ ...person, userName: displayName, profileUrl }))
        const signedIn = session.current
        if (signedIn?.userId === userID) session.set({ ...signedIn, displayName, profileUrl })
        // Every conversation carries its assignee's name.
        if (before?.userName !== displayName) void cache.invalidateQueries({ queryKey: ['conversations'] })
      },
      'presence.changed': ({ presence }) => {
        const people = cache.getQueryData(teammatesQuery.queryKey)
        if (people && !people.some(({ userID }) => userID === presence.userID)) reload()
        patch(presence.userID, () => presence)
      },
      'presence.expired': () => {
        setTimeout(() => {
          reload()
          viewers.expire()
        }, Math.random() * REFETCH_WITHIN_MS)
      },
      viewing: ({ conversationSid, userID, displayName, isViewing }) =>
        viewers.set(conversationSid, { userID, displayName }, isViewing),
    },
    flush: () => undefined,
    reload,
    connected: reload,
  }
}
