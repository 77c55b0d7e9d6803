import type { Automation } from '@frontdesk/contract/api'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

export const AUTOMATIONS_KEY = ['automations']

export const automationsQuery = queryOptions({
  queryKey: [...AUTOMATIONS_KEY, 'list'],
  queryFn: async ({ signal }) => (await api.automations.getList({}, { signal })).data.automations,
})

export const automationById = (id: string) =>
  queryOptions({
    queryKey: [...AUTOMATIONS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.automations.get({ id }, { signal })).data,
  })

export const automationRuns = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...AUTOMATIONS_KEY, 'runs', id],
    queryFn: async ({ pageParam, signal }) =>
      (await api.automations.runs({ id, ...(pageParam && { cursor: pageParam }) }, { signal })).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
  })

/** Conditions, delay and actions of an automation. */
export type AutomationRule = Pick<Automation, 'kind' | 'locationID' | 'conditions' | 'delayMinutes' | 'actions'>

/** To how many conversations a rule would have applied. Counted on display; events do not recount it. */
export const automationPreview = (rule: AutomationRule) =>
  queryOptions({
    queryKey: ['automation-preview', rule],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.automations.preview(rule, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** Shows an automation as a request returned it, and refetches everything else about automations. */
export async function applyAutomation(cache: QueryClient, automation: Automation): Promise<void> {
  cache.setQueryData(automationById(automation.id).queryKey, automation)
  await cache.invalidateQueries({ queryKey: AUTOMATIONS_KEY })
}
