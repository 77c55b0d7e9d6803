export { mergeConversations } from './merge-conversations.ts'
export { separateContact } from './unmerge-conversation.ts'
