import { z } from 'zod'
import { AMOUNT_MAX, CURRENCIES } from '../rules/money.ts'
import { TAX_RATE_MAX } from '../rules/payments.ts'

export const CurrencyCode = z.enum(CURRENCIES)
/** In the smallest unit of the currency. */
export const Amount = z.int().min(0).max(AMOUNT_MAX)
export const PositiveAmount = z.int().min(1).max(AMOUNT_MAX)
export const Rate = z.int().min(0).max(TAX_RATE_MAX).describe('In thousandths of a percent: 33 333 is 33.333 %.')

export const Share = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), rate: Rate }),
  z.object({ kind: z.literal('amount'), amount: Amount }),
])
