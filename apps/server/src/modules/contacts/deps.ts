import type { ConversationDeps } from '../conversations/index.ts'

export type ContactDeps = ConversationDeps
