import type { Needs } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'

export const PAYMENT_PAGE_NEEDS = [...CONVERSATION_NEEDS, 'database', 'secrets', 'publicUrl', 'storage'] as const
export type PaymentPageDeps = Needs<(typeof PAYMENT_PAGE_NEEDS)[number]>
