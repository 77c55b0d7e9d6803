import type { Needs } from '../../platform/module.ts'
import { CARD_NEEDS } from '../card-payments/index.ts'

export const PAYMENT_PAGE_NEEDS = [...CARD_NEEDS, 'database', 'storage', 'drawPdf'] as const
export type PaymentPageDeps = Needs<(typeof PAYMENT_PAGE_NEEDS)[number]>
