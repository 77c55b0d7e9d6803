export { addToMessage } from './add-to-message.ts'
export { replaceWithTombstone } from './delete-message.ts'
export { type PageReader, type PageSummary, SEND_NEEDS, type SendDeps } from './deps.ts'
export { receiveMessage } from './inbound/receive-message.ts'
export { listMedia, toMediaItem } from './list-media.ts'
export { askToSubscribe } from './outbound/ask-to-subscribe.ts'
export {
  canReply,
  checkAutomationText,
  hasEverWritten,
  isFirstOfContact,
  isTeammateActive,
  lockInboundMessage,
  sendAutomaticMessage,
  sendAutomationText,
} from './outbound/automatic-message.ts'
export { BILLED_MEDIA, BILLED_SEGMENTS } from './outbound/count-texts.ts'
export { bulkSendSpecs, sendSpec } from './outbound/delivery-jobs.ts'
export { receiveStatus } from './outbound/receive-status.ts'
export { type Business, findBusinessName, renderFor, renderText } from './outbound/render-text.ts'
export { runIdempotently } from './outbound/run-idempotently.ts'
export { accessTargetConversation, findAttachments, sendMessage } from './outbound/send-message.ts'
export {
  findTextId,
  type Hold,
  hasQueuedTexts,
  type SendStop,
  type WithdrawReason,
  withdrawMessages,
  withdrawTexts,
} from './outbound/withdraw-messages.ts'
export { writeMessages } from './outbound/write-message.ts'
export { replyId } from './reply-id.ts'
export { listRemindedPayments, type NewReminders, replaceReminders, scheduleReminders } from './scheduled/reminders.ts'
export { readSendAt, scheduleMessage } from './scheduled/schedule-message.ts'
export { findScheduled, type ScheduledRow } from './scheduled/scheduled-queries.ts'
