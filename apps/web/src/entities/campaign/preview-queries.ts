import type { Campaign } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type CampaignContent = Pick<Campaign, 'locationID' | 'audience' | 'text'>

/**
 * Who would get a campaign, and who would not. Counted on display; the events of a running campaign do not recount it.
 */
export const campaignPreview = ({ locationID, audience, text }: CampaignContent) =>
  queryOptions({
    queryKey: ['campaign-preview', locationID, audience, text],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.campaigns.preview({ locationID, audience, text }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export interface CampaignTiming {
  scheduledOnUtc?: string
  localTime?: string
  spreadMinutes?: number
}

/** What sending a saved campaign would take. Depends on its version, which changes when it is saved. */
export const campaignPreflight = ({ id, version }: Pick<Campaign, 'id' | 'version'>, timing: CampaignTiming) =>
  queryOptions({
    queryKey: ['campaign-preflight', id, version, timing],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.campaigns.preflight({ id, ...timing }, { signal })).data,
    placeholderData: keepPreviousData,
  })
