import { z } from 'zod'
import {
  QUANTITY_MAX,
  REFUND_REQUEST_STATES,
  REFUND_SOURCES,
  REFUND_STATES,
  REFUND_TARGETS,
} from '../rules/payments.ts'
import { PositiveAmount } from './money.ts'

/** A line to refund. Remainders can have more lines than can be entered. */
export const RefundLineInput = z.object({
  line: z.int32().min(0).describe('From 0.'),
  quantity: z.int().min(1).max(QUANTITY_MAX).nullable().default(null).describe('How much of it, in thousandths.'),
  amount: PositiveAmount.describe('With its taxes.'),
})

/** A line of a refund, or the rest of a line. */
export const RefundLine = z.object({ line: z.int(), quantity: z.int().nullable(), amount: z.int() })
export type RefundLine = z.infer<typeof RefundLine>

/** The part of a refund that is for one line. */
export const RefundShare = z.object({
  line: z.int(),
  quantity: z.int().nullable(),
  netAmount: z.int(),
  taxAmounts: z.array(z.int()).describe('In the order of the taxes of the line.'),
})
export type RefundShare = z.infer<typeof RefundShare>

export const PaymentRefund = z.object({
  id: z.uuid(),
  source: z.enum(REFUND_SOURCES),
  target: z.enum(REFUND_TARGETS),
  state: z.enum(REFUND_STATES),
  amount: z.int(),
  netAmount: z.int(),
  taxAmount: z.int(),
  tipAmount: z.int(),
  lines: z.array(RefundShare).describe('How it is spread over the lines, without the tip.'),
  reason: z.string(),
  at: z.iso.datetime(),
})

export type PaymentRefund = z.infer<typeof PaymentRefund>

export const RefundRequest = z.object({
  id: z.uuid(),
  source: z.enum(REFUND_SOURCES),
  target: z.enum(REFUND_TARGETS),
  state: z.enum(REFUND_REQUEST_STATES),
  amount: z.int(),
  lines: z.array(RefundLine).nullable().describe('null: an amount was entered.'),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  canDecide: z.boolean().describe('Not the one who asked for it.'),
})
export type RefundRequest = z.infer<typeof RefundRequest>
