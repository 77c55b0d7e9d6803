import type { Needs } from '../../platform/module.ts'

/** Services of every operation on a conversation. */
export const CONVERSATION_NEEDS = ['inTenant', 'now', 'push', 'wake'] as const

export type ConversationDeps = Needs<(typeof CONVERSATION_NEEDS)[number]>
