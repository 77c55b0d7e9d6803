import type { Campaign, CampaignTrend } from '@frontdesk/contract/api'
import type { CampaignSearch } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { GROUP_TRENDS_KEY, GROUPS_KEY } from '../group/queries.ts'

/** Within the key of group messages, because the same events change both. */
const CAMPAIGNS_KEY = [...GROUPS_KEY, 'campaigns']

export const campaignList = ({ q, status }: CampaignSearch) =>
  infiniteQueryOptions({
    queryKey: [...CAMPAIGNS_KEY, 'list', q, status],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.campaigns.getList(
          {
            ...(q && { searchTerm: q }),
            ...(status && { statuses: [status] }),
            ...(pageParam && { cursor: pageParam }),
          },
          { signal },
        )
      ).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

export const campaignById = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.campaigns.get({ id }, { signal })).data,
  })

/** Outcomes of each text of a campaign. */
export const campaignSteps = (id: string) =>
  queryOptions({
    queryKey: [...CAMPAIGNS_KEY, 'steps', id],
    queryFn: async ({ signal }) => (await api.campaigns.getSteps({ id }, { signal })).data.steps,
  })

/** Besides events, which refetch charts with their figures: clicks, and counts that a job finishes, have none. */
const TREND_RUNNING_MS = 10_000
const TREND_MS = 60_000
/** Until the first text is on the chart. */
const TREND_EMPTY_MS = 2000

const intervalOf = (isRunning: boolean, trend: CampaignTrend | undefined): number => {
  if (trend?.countedOnUtc === null) return TREND_RUNNING_MS
  if (!isRunning) return TREND_MS
  return trend?.points.length === 0 ? TREND_EMPTY_MS : TREND_RUNNING_MS
}

/** Figures of a campaign over time. */
export const campaignTrend = (id: string, isRunning: boolean) =>
  queryOptions({
    queryKey: [...GROUP_TRENDS_KEY, id],
    queryFn: async ({ signal }) => (await api.campaigns.getTrend({ id }, { signal })).data,
    staleTime: TREND_RUNNING_MS,
    refetchInterval: ({ state: { data } }) => intervalOf(isRunning, data),
  })

/** Shows a campaign as a request returned it, and refetches everything else about campaigns. */
export async function applyCampaign(cache: QueryClient, campaign: Campaign): Promise<void> {
  cache.setQueryData(campaignById(campaign.id).queryKey, campaign)
  await Promise.all([GROUPS_KEY, GROUP_TRENDS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })))
}
