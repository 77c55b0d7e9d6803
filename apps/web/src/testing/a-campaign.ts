import type { Campaign, CampaignPreflight, GroupOutcomes, GroupSendPreview } from '@frontdesk/contract/api'

const OUTCOMES = { pending: 0, held: 0, sent: 0, delivered: 0, failed: 0, skipped: 0, cancelled: 0 }
export const statsOf = (
  outcomes: Partial<GroupOutcomes['outcomes']>,
  stats: Partial<GroupOutcomes> = {},
): GroupOutcomes => ({
  recipients: 10,
  isPartial: false,
  outcomes: { ...OUTCOMES, ...outcomes },
  reasons: [],
  replied: 0,
  optedOut: 0,
  heldUntil: null,
  countedOnUtc: new Date().toISOString(),
  ...stats,
})

/** A draft that its viewer may edit and send. */
export const aCampaign = (values: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  name: 'Spring offer',
  status: 'draft',
  problem: null,
  missed: 0,
  locationID: 'l1',
  audience: { segmentIDs: ['s1'], groupSids: [], tags: [], subscribers: false, excludesOpenConversations: false },
  sentNames: null,
  text: 'Harbor Dental: 20% off. Reply STOP to opt out.',
  attachments: [],
  variants: [],
  followUps: [],
  controlPercent: 0,
  scheduledOnUtc: null,
  localTime: null,
  spreadMinutes: null,
  startedOnUtc: null,
  finishedOnUtc: null,
  author: 'Olivia Hart',
  createdOnUtc: '2026-01-01T00:00:00.000Z',
  updatedOnUtc: '2026-01-01T00:00:00.000Z',
  stats: null,
  responses: null,
  version: 1,
  canEdit: true,
  canSend: true,
  canStop: false,
  canResume: false,
  canApprove: false,
  ...values,
})

export const PREVIEW: GroupSendPreview = {
  recipients: 415,
  isCapped: false,
  sendable: 412,
  held: 12,
  excluded: [{ reason: 'opted-out', count: 3 }],
  samples: [
    { name: 'Ana Silva', phone: '+12125550100', text: 'Hi Ana' },
    { name: '', phone: '+12125550101', text: 'Hi there' },
  ],
  segments: 1,
}

export const PREFLIGHT: CampaignPreflight = {
  recipients: 412,
  isEstimate: false,
  isPartial: false,
  texts: [{ step: 0, variant: 0, recipients: 412, segments: { min: 1, max: 1 }, isMms: false, price: 3_419_600 }],
  price: { amount: 3_419_600, upTo: 3_419_600, currency: 'USD' },
  startsOnUtc: '2026-11-23T18:00:00.000Z',
  finishesOnUtc: '2026-11-23T18:00:35.000Z',
  brandLimit: null,
  holds: [],
}
