export { readBrandLimit } from './brand-limits.ts'
export { countByTime, TIME_COUNT_KINDS, type TimeCount } from './count-by-time.ts'
export { AWAITS_DECISION, awaitsDecision, decideMissed } from './decide-missed.ts'
export { addFollowUps } from './follow-ups.ts'
export { findGroupMessageOrigin, type GroupMessageOrigin } from './group-message-origin.ts'
export {
  isResumable,
  pauseCampaignMessages,
  resumeCampaignMessages,
  stopCampaignMessages,
} from './pause-group-message.ts'
export { AUDIENCE_READ_MS, listPreviewRows, type PreviewRow, previewGroupMessage, regionOfRow } from './preview.ts'
export {
  findActivity,
  findMessagesOfCampaigns,
  getGroupMessage,
  type MessageOfCampaign,
  summarizeGroup,
} from './queries.ts'
export { findRange } from './recipient-range.ts'
export { type GroupMessageRow, isGroupMessageVisible, lockGroupMessage } from './rows.ts'
export { instantOf } from './schedule-recipients.ts'
export { seesRule } from './sees-rule.ts'
export { carrierDay, findBacklog, readSendRate, startOfDayAfter } from './send-budget.ts'
export { sendBatch } from './send-group-message.job.ts'
export { isTrackable, needsReviewLink } from './send-to-recipients.ts'
export {
  addRecipients,
  finishCollecting,
  insertGroupMessage,
  lockCollecting,
  recordGroupMessageSent,
  startGroupMessage,
} from './start-group-message.ts'
export { stopMessagesOfGroup } from './stop-group-message.ts'
