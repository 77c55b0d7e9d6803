import { explainDelivery, UNREACHABLE_REASONS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import { recordConsent } from '../../messaging/index.ts'
import { selectMessagesWithPair } from '../../number-pairs/index.ts'
import type { DeliveryChange } from './plan-delivery.ts'

export type NumberProblem = 'opted-out' | 'landline' | 'unreachable'

interface NumberPair {
  contactPhone: string
  tenantPhone: string
}

/** Returns what the carrier's error says about the number rather than the text. */
export function findNumberProblem({ status, errorCode, reason }: DeliveryChange): NumberProblem | null {
  if (reason || (status !== 'failed' && status !== 'undelivered')) return null
  const explanation = explainDelivery(errorCode ?? null)
  if (UNREACHABLE_REASONS.includes(explanation.reason)) return 'unreachable'
  return explanation.reason === 'opted-out' || explanation.reason === 'landline' ? explanation.reason : null
}

/** The number pairs of messages, by message. */
export async function findPairs(tx: TenantTx, messageIds: readonly string[]): Promise<Map<string, NumberPair>> {
  if (messageIds.length === 0) return new Map()
  const rows = await selectMessagesWithPair(tx)
    .where('m.id', 'in', [...messageIds])
    .select('m.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether the opt-out of this pair of numbers is recorded. */
async function isPairOptedOut(tx: TenantTx, { contactPhone, tenantPhone }: NumberPair): Promise<boolean> {
  const state = await tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('tenantPhone', '=', tenantPhone)
    .select('isOptedOut')
    .executeTakeFirst()
  return state?.isOptedOut === true
}

/** Stores what the carrier's error says about the number, for later sends. */
export async function recordNumberProblem(
  tx: TenantTx,
  { contactPhone, tenantPhone }: NumberPair,
  { problem, messageId, at }: { problem: NumberProblem; messageId: string; at: string },
): Promise<void> {
  const pair = { contactPhone, tenantPhone }
  if (problem === 'opted-out') {
    // The carrier refuses every text to the number; the first refusal is the record.
    if (await isPairOptedOut(tx, pair)) return
    const wording = 'The carrier refused a text: opted out'
    await recordConsent(tx, { ...pair, kind: 'opt-out', purpose: 'all', source: 'carrier', wording, messageId, at })
    await recordContactOfNumberUpdated(tx, null, contactPhone)
  } else {
    await tx
      .updateTable('contacts')
      .set(problem === 'landline' ? { lineType: 'landline', lineTypeCheckedAt: at } : { unreachableAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('phone', '=', contactPhone)
      .execute()
  }
}
