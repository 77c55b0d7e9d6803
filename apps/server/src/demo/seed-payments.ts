import type { ConversationDeps } from '../modules/conversations/index.ts'
import { savePaymentConfigs } from '../modules/payment-configs/index.ts'
import { createDocument, markAsPaid, refundDocument, updatePaymentStatus } from '../modules/payment-documents/index.ts'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'

const CLEANING = { description: 'Cleaning', unitAmount: 12_000 }
const CHECKUP = { description: 'Checkup', unitAmount: 9000 }

/** Payment requests: the patient, the items, and the amounts paid and refunded. */
const REQUESTS = [
  ['Maya Chen', '+12065550142', [CLEANING, CHECKUP], { paid: 21_000, tip: 1500, refunded: 0 }],
  ['Robert Alvarez', '+12065550117', [{ description: 'Crown fitting', unitAmount: 95_000 }], { paid: 40_000 }],
  ['Rosa Delgado', '+12065550187', [CHECKUP], { paid: 9000, refunded: 3000 }],
  ['Tom Fischer', '+12065550188', [CLEANING], {}],
] as const

/** Payment requests and an estimate of the demo business, in different states. */
export async function seedPayments(
  deps: ConversationDeps,
  owner: Actor,
  { locationID }: { locationID: string },
): Promise<void> {
  const draft = (name: string, phone: string) => ({
    ...{ clientDocumentId: newId(), locationID, contact: { name, phone } },
    ...{ discount: null, isTaxExempt: false, note: '' },
  })
  const line = (values: { description: string; unitAmount: number }) => ({
    ...{ quantity: 1000, discount: null, taxIDs: [] },
    ...values,
  })
  await deps.inTenant(owner, async (tx) => {
    const items = [CLEANING, CHECKUP].map((item) => ({ id: newId(), taxIDs: [], ...item }))
    const terms = 'Please pay within 14 days. We take cash, checks and bank transfers.'
    await savePaymentConfigs(tx, owner, { version: 0, items, terms, businessLines: 'UBI 604 118 275' })
    for (const [name, phone, lines, money] of REQUESTS) {
      const { paid = 0, tip = 0, refunded = 0 }: { paid?: number; tip?: number; refunded?: number } = money
      const { id } = await createDocument(tx, owner, 'request', { ...draft(name, phone), lines: lines.map(line) })
      await updatePaymentStatus(deps, tx, owner, { id, kind: 'request', status: 'sent' })
      const payment = { id, clientPaymentId: newId(), amount: paid, tipAmount: tip, method: 'cash' as const, note: '' }
      if (paid > 0) await markAsPaid(deps, tx, owner, payment)
      const refund = { id, clientRefundId: newId(), amount: refunded, source: 'payment', target: 'cash' } as const
      if (refunded > 0) await refundDocument(deps, tx, owner, { ...refund, reason: 'One X-ray less than planned' })
    }
    const { id } = await createDocument(tx, owner, 'estimate', {
      ...draft('Elena Rossi', '+12065550154'),
      lines: [
        line({ description: 'Implant', unitAmount: 280_000 }),
        { ...line({ description: 'Whitening', unitAmount: 25_000 }), isOptional: true },
      ],
      deposit: { kind: 'percent', rate: 25_000 },
    })
    await updatePaymentStatus(deps, tx, owner, { id, kind: 'estimate', status: 'sent' })
  })
}
