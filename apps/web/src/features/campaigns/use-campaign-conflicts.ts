import { useFormConflicts } from '../../ui/form/use-form-conflicts.ts'
import type { CampaignValues } from './campaign-values.ts'

export const AUDIENCE_FIELDS = [
  'isEveryone',
  'segmentIDs',
  'groupSids',
  'tags',
  'subscribers',
  'filter',
  'excludesOpenConversations',
] as const satisfies readonly (keyof CampaignValues)[]

/** Fields that are compared and chosen together. */
const PARTS = {
  name: ['name'],
  location: ['location'],
  audience: AUDIENCE_FIELDS,
  files: ['attachments'],
  text: ['text'],
  variants: ['variants'],
  followUps: ['followUps'],
  controlPercent: ['controlPercent'],
} as const satisfies Record<string, readonly (keyof CampaignValues)[]>

export type CampaignPart = keyof typeof PARTS

/** Parts of a campaign that a teammate changed too, until one of the two versions is chosen and saved. */
export const useCampaignConflicts = () => useFormConflicts<CampaignValues, CampaignPart>(PARTS)
