import type { Campaign } from '@frontdesk/contract/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type CampaignContent = Pick<Campaign, 'locationID' | 'audience' | 'text'>

/** Recipients and exclusions of a campaign. Counted on display; events of a running campaign do not recount them. */
export const campaignPreview = ({ locationID, audience, text }: CampaignContent) =>
  queryOptions({
    queryKey: ['campaign-preview', locationID, audience, text],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.campaigns.preview({ locationID, audience, text }, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** The content of a campaign as one contact would get it, or why they would not. */
export const campaignContactPreview = ({ locationID, audience, text }: CampaignContent, contactID: string) =>
  queryOptions({
    queryKey: ['campaign-contact-preview', locationID, audience, text, contactID],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.campaigns.previewForContact({ locationID, audience, text, contactID }, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** The limit above which someone else has to approve a saved campaign; null if the teammate may send it alone. */
export const campaignApprovalLimit = ({ id, version }: Pick<Campaign, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['campaign-approval-limit', id, version],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.campaigns.getApprovalLimit({ id }, { signal })).data.approvalAbove,
  })

export interface CampaignTiming {
  scheduledOnUtc?: string
  localTime?: string
  spreadMinutes?: number
}

/** Messages, price and time that sending a saved campaign would take. Depends on its version, which changes on save. */
export const campaignPreflight = ({ id, version }: Pick<Campaign, 'id' | 'version'>, timing: CampaignTiming) =>
  queryOptions({
    queryKey: ['campaign-preflight', id, version, timing],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.campaigns.preflight({ id, ...timing }, { signal })).data,
    placeholderData: keepPreviousData,
  })
