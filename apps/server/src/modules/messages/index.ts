export { addToMessage } from './add-to-message.ts'
export { replaceWithTombstone } from './delete-message.ts'
export { receiveMessage } from './inbound/receive-message.ts'
export { listMedia } from './list-media.ts'
export {
  hasEverWritten,
  isFirstOfContact,
  isTeammateThere,
  lockInbound,
  sendAutomatically,
} from './outbound/automatic-message.ts'
export { sendSpec } from './outbound/delivery-jobs.ts'
export { receiveStatus } from './outbound/receive-status.ts'
export { accessAddressee, sendMessage } from './outbound/send-message.ts'
export { writeOnce } from './outbound/write-once.ts'
export { scheduleMessage } from './scheduled/schedule-message.ts'
