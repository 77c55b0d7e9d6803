export { addToMessage } from './add-to-message.ts'
export { replaceWithTombstone } from './delete-message.ts'
export type { PageReader, PageSummary, SendDeps } from './deps.ts'
export { receiveMessage } from './inbound/receive-message.ts'
export { listMedia, toMediaItem } from './list-media.ts'
export {
  hasEverWritten,
  isFirstOfContact,
  isTeammateActive,
  lockInboundMessage,
  sendAutomaticMessage,
} from './outbound/automatic-message.ts'
export { sendSpec } from './outbound/delivery-jobs.ts'
export { receiveStatus } from './outbound/receive-status.ts'
export { renderFor } from './outbound/render-text.ts'
export { runIdempotently } from './outbound/run-idempotently.ts'
export { accessTargetConversation, evaluateSendGate, sendMessage, writeMessage } from './outbound/send-message.ts'
export { scheduleMessage } from './scheduled/schedule-message.ts'
