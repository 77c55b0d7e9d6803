import type { Preferences } from '@frontdesk/contract/api'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'

/** How the signed-in person likes to work. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }): Promise<Preferences> => (await api.profile.getPreferences(undefined, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Undefined until the preferences are loaded. */
export const useUndoSend = (enabled: boolean): boolean | undefined =>
  useQuery({ ...preferencesQuery, enabled }).data?.undoSend

export function preferenceEvents(cache: QueryClient): RealtimeFeature<'preferences.changed'> {
  const readAgain = () => void cache.invalidateQueries({ queryKey: preferencesQuery.queryKey })
  return { handlers: { 'preferences.changed': readAgain }, flush: () => {}, reload: readAgain }
}
