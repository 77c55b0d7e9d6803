import type { Sandbox } from '@frontdesk/sandbox'
import type { Frontdesk } from '../app/frontdesk.ts'
import { startCheckout } from '../modules/card-payments/index.ts'
import { findAccountId, manageAccount, syncPaymentAccount } from '../modules/payment-accounts/index.ts'
import { createDocument, updatePaymentStatus } from '../modules/payment-documents/index.ts'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'

/** Within the hours that the nightly comparison reads again. */
const DAYS_AGO = 2

/**
 * Payments: the patient, the item, and the sandbox’s card. The first is paid earlier, so that it is paid out by now.
 */
const PAYMENTS = [
  ['Grace Kim', '+12065550121', 'Night guard', 42_000, { kind: 'card', number: '4000000000000077' }],
  ['Wei Zhang', '+12065550170', 'Cleaning', 12_000, { kind: 'card', number: '5555555555554444' }],
  ['Priya Natarajan', '+12065550163', 'Filling', 18_500, { kind: 'card', number: '4242424242424242' }],
  ['Samuel Okonkwo', '+12065550176', 'Checkup', 9000, { kind: 'card', number: '4000000000009995' }],
  ['Hannah Berg', '+12065550129', 'Bridge, first visit', 65_000, { kind: 'bank', number: '000123456789' }],
  ['Luis Herrera', '+12065550191', 'Whitening', 25_000, { kind: 'card', number: '4000000000000259' }],
] as const

/** Connects the demo business with the sandbox’s Stripe, where patients have paid. Its events are applied by jobs. */
export async function seedCardPayments(
  { services: deps }: Frontdesk,
  sandbox: Sandbox,
  owner: Actor,
  { locationID }: { locationID: string },
): Promise<void> {
  await manageAccount(deps, owner)
  const accountId = await deps.inTenant(owner, findAccountId)
  if (!accountId) throw new Error('The demo business has no payment account.')
  sandbox.completeStripeAccount(accountId, DAYS_AGO)
  await syncPaymentAccount.run(deps, { tenantId: owner.tenantId }, { jobId: 'demo', isLast: true })
  for (const [index, [name, phone, description, unitAmount, payment]] of PAYMENTS.entries()) {
    const documentId = await deps.inTenant(owner, async (tx) => {
      const { id } = await createDocument(tx, owner, 'request', {
        ...{ clientDocumentId: newId(), locationID, contact: { name, phone } },
        ...{ discount: null, isTaxExempt: false, note: '' },
        lines: [{ description, unitAmount, quantity: 1000, discount: null, taxIDs: [] }],
      })
      await updatePaymentStatus(deps, tx, owner, { id, kind: 'request', status: 'sent' })
      return id
    })
    const checkout = await startCheckout(deps, {
      ...{ tenantId: owner.tenantId, documentId, tipAmount: 0, returnUrl: deps.publicUrl() },
      ...{ title: description, tipTitle: 'Tip', language: 'en', cardConsent: null },
    })
    if ('error' in checkout) throw new Error(`The demo business cannot take payments: ${checkout.error}`)
    sandbox.payOnStripe(checkout.url, { ...payment, name })
    if (index === 0) sandbox.moveStripeClock(accountId, DAYS_AGO)
  }
}
