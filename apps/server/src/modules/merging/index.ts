export { mergeConversations } from './merge-conversations.ts'
export { mergingRoutes } from './routes.ts'
export { separateContact } from './unmerge-conversation.ts'
