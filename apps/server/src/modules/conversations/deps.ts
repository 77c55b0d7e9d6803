import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Ends the open offers of times in locked conversations, before these are deleted or merged into another. */
    closeBookingOffers: (tx: TenantTx, conversationIds: readonly string[]) => Promise<void>
  }
}

/** Services of every operation on a conversation. */
export const CONVERSATION_NEEDS = ['inTenant', 'now', 'push', 'wake', 'closeBookingOffers'] as const

export type ConversationDeps = Needs<(typeof CONVERSATION_NEEDS)[number]>
