import type { Needs } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'

export const CARD_NEEDS = [...SEND_NEEDS, 'directory', 'log', 'paymentProvider', 'publicUrl'] as const
export type CardDeps = Needs<(typeof CARD_NEEDS)[number]>

/** The contact on the provider’s page, or the provider. */
export const ONLINE_PAYMENT_AUTHOR = { userId: null, displayName: 'Online payment' }
