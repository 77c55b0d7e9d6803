import type { CampaignProblem, CampaignStatus } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const STATUS_TEXTS: Record<CampaignStatus, MessageDescriptor> = {
  draft: msg`Draft`,
  'needs-approval': msg`Needs approval`,
  scheduled: msg`Scheduled`,
  'needs-attention': msg`Needs attention`,
  running: msg`Sending`,
  paused: msg`Paused`,
  stopped: msg`Stopped`,
  done: msg`Sent`,
}

/** Why a scheduled campaign was not sent, and what to do next. */
export const PROBLEM_TEXTS: Record<CampaignProblem, MessageDescriptor> = {
  late: msg`It missed its time, so it wasn’t sent. Send it now or choose another time.`,
  'not-allowed': msg`The teammate who scheduled it may no longer send it. Someone with the permission can.`,
  'no-recipients': msg`No one matched when it was due. Check who gets it.`,
  'too-many-recipients': msg`Too many people matched when it was due. Narrow who gets it.`,
  'audience-missing': msg`A segment or group it uses was deleted. Check who gets it.`,
  'approval-missing': msg`More people matched than when it was scheduled. Send it again to ask for approval.`,
  'no-review-link': msg`Its location has no Google review link. Add one in Settings, Locations.`,
}
