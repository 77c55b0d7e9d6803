import type { Campaign, CampaignFollowUp, ContactCriteria, StoredFile } from '@frontdesk/contract/api'
import { type ContactSearch, isBlank, toContactSearch } from '@frontdesk/contract/rules'
import type { CampaignContent } from '../../entities/campaign/preview-queries.ts'
import { fromLocationID, toLocationID } from '../../entities/location/location-options.ts'

/** A contact filter being edited, with the criteria it results in. */
export interface AudienceFilter {
  search: ContactSearch
  criteria: ContactCriteria
}

/** Values of the form of a campaign. */
export interface CampaignValues {
  name: string
  location: string
  isEveryone: boolean
  segmentIDs: string[]
  groupSids: string[]
  tags: string[]
  subscribers: boolean
  filter: AudienceFilter | null
  excludesOpenConversations: boolean
  text: string
  attachments: readonly StoredFile[]
  /** Other versions of the text. */
  variants: readonly string[]
  followUps: readonly CampaignFollowUp[]
  controlPercent: number
  /** Of the campaign that was edited; null for a new one. */
  version: number | null
}

export const newCampaignValues = (location: string): CampaignValues => ({
  name: '',
  location,
  isEveryone: false,
  segmentIDs: [],
  groupSids: [],
  tags: [],
  subscribers: false,
  filter: null,
  excludesOpenConversations: false,
  text: '',
  attachments: [],
  variants: [],
  followUps: [],
  controlPercent: 0,
  version: null,
})

const isEmpty = (criteria: ContactCriteria) => Object.keys(criteria).length === 0

/** Whether a filter has no conditions yet. Such a filter is not saved. */
export const isEmptyFilter = ({ criteria }: AudienceFilter): boolean => isEmpty(criteria)

/** @param zone Zone of the days in the filter. */
export function campaignValues(campaign: Campaign, zone: string): CampaignValues {
  const { name, locationID, audience, text, attachments, variants, followUps, controlPercent, version } = campaign
  const { segmentIDs, groupSids, tags, subscribers, criteria, excludesOpenConversations } = audience
  return {
    name,
    location: fromLocationID(locationID),
    isEveryone: criteria !== undefined && isEmpty(criteria),
    segmentIDs,
    groupSids,
    tags,
    subscribers,
    filter: criteria && !isEmpty(criteria) ? { search: toContactSearch(criteria, zone), criteria } : null,
    excludesOpenConversations,
    text,
    attachments,
    variants,
    followUps,
    controlPercent,
    version,
  }
}

/** The other fields that are saved. Empty texts are dropped. */
export const campaignTexts = ({ attachments, variants, followUps, controlPercent }: CampaignValues) => ({
  attachments: attachments.map(({ sid }) => sid),
  variants: variants.filter((text) => !isBlank(text)),
  followUps: followUps.filter(({ text }) => !isBlank(text)),
  controlPercent,
})

/** Content to save, preview and send. A filter without conditions adds no one: "all contacts" is a separate choice. */
export function campaignContent(values: CampaignValues): CampaignContent {
  const { location, isEveryone, segmentIDs, groupSids, tags, subscribers, filter, excludesOpenConversations, text } =
    values
  const parts = isEveryone
    ? { segmentIDs: [], groupSids: [], tags: [], subscribers: false, criteria: {} }
    : {
        segmentIDs,
        groupSids,
        tags,
        subscribers,
        ...(filter && !isEmptyFilter(filter) && { criteria: filter.criteria }),
      }
  return { locationID: toLocationID(location), audience: { ...parts, excludesOpenConversations }, text }
}

export const hasAudience = ({ audience }: CampaignContent): boolean =>
  audience.criteria !== undefined ||
  audience.subscribers ||
  [audience.segmentIDs, audience.groupSids, audience.tags].some((parts) => parts.length > 0)

export const hasMessage = ({ text, attachments }: Pick<CampaignValues, 'text' | 'attachments'>): boolean =>
  !isBlank(text) || attachments.length > 0
