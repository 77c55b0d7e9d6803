import type { Needs } from '../../platform/module.ts'

/** What every operation on a conversation uses. */
export const CONVERSATION_NEEDS = ['inTenant', 'now', 'push', 'wake'] as const

export type ConversationDeps = Needs<(typeof CONVERSATION_NEEDS)[number]>
