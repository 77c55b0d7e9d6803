export { accessMessage } from './access.ts'
export { addInternalMessage, addInternalMessages } from './add-internal-message.ts'
export { listActivities } from './list-activities.ts'
export {
  findLatestOutgoing,
  findMessage,
  findMessages,
  listMessages,
  lockMessage,
  lockWithConversation,
} from './queries.ts'
export { messageChanged, messageCreated } from './realtime.ts'
export { type MessageData, type MessageRow, newMessage, preview, toMessage } from './rows.ts'
