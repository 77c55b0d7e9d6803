import { definedParams, readText } from './search-params.ts'

/**
 * `needs-approval`: a second person has to approve it. `needs-attention`: it was not sent at its time, for the reason
 * in `problem`, and waits for a decision. From `running` on, the state is that of its messages.
 */
export const CAMPAIGN_STATUSES = [
  'draft',
  'needs-approval',
  'scheduled',
  'needs-attention',
  'running',
  'paused',
  'stopped',
  'done',
] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Statuses in which a campaign can be edited, sent and scheduled. */
export const isCampaignEditable = (status: CampaignStatus): boolean =>
  status === 'draft' || status === 'needs-attention'

/**
 * Why a scheduled campaign was not sent. `late`: the server was not running at its time, or at that of some texts of a
 * running campaign. `not-allowed`: the teammate who scheduled it may no longer send it. `approval-missing`: more people
 * matched than may be sent to without an approval.
 */
export const CAMPAIGN_PROBLEMS = [
  'late',
  'not-allowed',
  'no-recipients',
  'too-many-recipients',
  'audience-missing',
  'no-review-link',
  'approval-missing',
] as const
export type CampaignProblem = (typeof CAMPAIGN_PROBLEMS)[number]

/** Choices for texts of a campaign that missed their time. */
export const MISSED_ACTIONS = ['send', 'skip'] as const
export type MissedAction = (typeof MISSED_ACTIONS)[number]

export const CAMPAIGN_NAME_MAX = 80
/** Versions of the text besides the first one. */
export const CAMPAIGN_VARIANTS_MAX = 3
/** Texts after the first one. */
export const CAMPAIGN_FOLLOW_UPS_MAX = 5
export const CAMPAIGN_FOLLOW_UP_HOURS_MAX = 60 * 24
/** Percent of an audience. */
export const CONTROL_PERCENT_MAX = 50
export const SPREAD_MINUTES = { min: 15, max: 7 * 24 * 60 }
/** How long a stopped campaign can be resumed. */
export const CAMPAIGN_RESUME_DAYS = 30
/** Drafts and sent campaigns of a business. */
export const CAMPAIGNS_MAX = 5000
/** Segments, groups or tags of an audience. */
export const AUDIENCE_RULES_MAX = 20
/** Texts that are later than this because the server was down are not sent without asking. */
export const CAMPAIGN_LATE_MS = 15 * 60_000

/** Search parameters of the URL of the list of campaigns. */
export interface CampaignSearch {
  /** A part of the name. */
  q?: string
  status?: CampaignStatus
}

/** Parses the query string; invalid values are dropped. */
export const readCampaignSearch = (search: Record<string, unknown>): CampaignSearch =>
  definedParams<CampaignSearch>({
    q: readText(search.q)?.slice(0, 120),
    status: CAMPAIGN_STATUSES.find((status) => status === search.status),
  })
