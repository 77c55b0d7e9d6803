import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import type { PostingKind } from '@frontdesk/contract/rules'
import type pg from 'pg'
import { type CheckoutStart, startCheckout } from '../modules/card-payments/index.ts'
import { createCashier } from './cashier.ts'
import { ok } from './client.ts'
import { newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

const { paymentAccounts, paymentConfigs, paymentRequests } = contract

/** A payment request over one line. */
export const aRequest = (tenant: Tenant, unitAmount: number, details: object = {}) => ({
  clientDocumentId: crypto.randomUUID(),
  locationID: tenant.locationIds[0] ?? '',
  contact: { name: 'Maya Chen', phone: newPhone() },
  lines: [{ description: 'Checkup', unitAmount }],
  ...details,
})

export const createRequest = async (
  person: TestUser,
  tenant: Tenant,
  unitAmount: number,
  details: object = {},
): Promise<PaymentDetail> => ok(await person.call(paymentRequests.create, aRequest(tenant, unitAmount, details))).data

/** Taxes of Quebec: two on a line, on top of the price. */
export async function saveTaxes({ owner }: Tenant): Promise<string[]> {
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  const taxes = [
    { id: crypto.randomUUID(), name: 'GST', rate: 5000, isInclusive: false, isDefault: true },
    { id: crypto.randomUUID(), name: 'QST', rate: 9975, isInclusive: false, isDefault: true },
  ]
  ok(await owner.call(paymentConfigs.save, { taxes, version }))
  return taxes.map(({ id }) => id)
}

export interface StoredLedger {
  /** Entries by document. */
  entries: { documentId: string; kind: PostingKind; debit: string; credit: string; amount: string }[]
  documents: Record<string, unknown>[]
  days: { debit: string; credit: string; kind: string; amount: string }[]
  credits: { contact_id: string; amount: string }[]
  totals: { kind: string; status: string; currency: string; n: string; amount: string }[]
}

/** Stored documents, postings, credits and totals of a business. */
export async function readLedger(
  database: Pick<pg.Pool, 'query'>,
  { tenantId }: Pick<Tenant, 'tenantId'>,
): Promise<StoredLedger> {
  const read = async (text: string) => (await database.query(text, [tenantId])).rows
  return {
    entries: await read(
      `select p.document_id as "documentId", p.kind, e.debit, e.credit, e.amount from ledger_postings p
       join ledger_entries e on e.tenant_id = p.tenant_id and e.posting_id = p.id where p.tenant_id = $1`,
    ),
    documents: await read('select * from payment_documents where tenant_id = $1'),
    days: await read(
      'select kind, debit, credit, sum(amount) as amount from payment_days where tenant_id = $1 group by day, location_id, currency, 1, 2, 3',
    ),
    credits: await read('select contact_id, amount from payment_credits where tenant_id = $1'),
    totals: await read(
      'select kind, status, currency, sum(n)::int as n, sum(amount) as amount from payment_totals where tenant_id = $1 group by 1, 2, 3 having sum(n) <> 0 order by kind, status',
    ),
  }
}

/** Stores what a business has after a payment by card that was disputed, with ids that the provider does not know. */
export async function addCardPayment(
  owner: pg.Pool,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  documentId: string,
): Promise<{ paymentDispute: string; savedCard: string }> {
  const [payment, paymentDispute, savedCard] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const run = (text: string, ...values: unknown[]) => owner.query(text, [tenantId, ...values])
  await run(
    `insert into payment_accounts (tenant_id, currency, created_at) values ($1, 'USD', now())
     on conflict do nothing`,
  )
  await run(
    `insert into payment_checkouts (tenant_id, id, document_id, state, amount, tip_amount, currency, request, expires_at, created_at)
     values ($1, $2, $3, 'completed', 100, 0, 'USD', '{}', now(), now())`,
    ...[payment, documentId],
  )
  await run(
    `insert into payments (tenant_id, id, client_payment_id, document_id, method, state, amount, tip_amount, currency, note, created_at)
     values ($1, $2, $2, $3, 'card', 'failed', 100, 0, 'USD', '', now())`,
    ...[payment, documentId],
  )
  await run(
    'insert into payment_charges (tenant_id, payment_id, brand, last4) values ($1, $2, $3, $4)',
    payment,
    'visa',
    '4242',
  )
  await run(
    `insert into payment_cards (tenant_id, id, contact_id, customer_id, method_id, brand, last4, consent_text, consent_at, payment_id)
     select $1, $2::uuid, contact_id, 'cus_1', 'pm_' || $2::uuid, 'visa', '4242', 'A secret consent', now(), $3
     from payment_documents where tenant_id = $1 and id = $4`,
    ...[savedCard, payment, documentId],
  )
  await run(
    `insert into payment_disputes (tenant_id, id, provider_dispute_id, payment_id, document_id, state, amount, currency, reason, created_at)
     values ($1, $2::uuid, 'dp_' || $2::uuid, $3, $4, 'lost', 100, 'USD', 'fraudulent', now())`,
    ...[paymentDispute, payment, documentId],
  )
  await run(
    `insert into payment_payouts (tenant_id, id, provider_payout_id, state, amount, currency, arrives_on, created_at)
     values ($1, $2::uuid, 'po_' || $2::uuid, 'paid', 100, 'USD', now(), now())`,
    payment,
  )
  await run(
    `insert into payment_events (tenant_id, event_id, type, object_id, created_at, received_at, applied_at)
     values ($1, 'evt_1', 'account.updated', 'acct', now(), now(), now()) on conflict do nothing`,
  )
  await run(
    `insert into payment_differences (tenant_id, transaction_id, kind, type, amount, currency, created_at)
     values ($1, 'txn_1', 'not-in-ledger', 'charge', 100, 'USD', now()) on conflict do nothing`,
  )
  await run(
    `insert into ledger_transactions (tenant_id, transaction_id, posting_id, created_at)
     select $1, 'txn_1', id, now() from ledger_postings where tenant_id = $1 limit 1 on conflict do nothing`,
  )
  const setup = crypto.randomUUID()
  await run(
    `insert into payment_card_setups (tenant_id, id, account_id, contact_id, state, request, consent_text, card_id, expires_at, created_at)
     select $1, $2::uuid, 'acct', contact_id, 'completed', '{}', 'A secret consent', $3, now(), now()
     from payment_documents where tenant_id = $1 and id = $4`,
    ...[setup, savedCard, documentId],
  )
  await run(
    `insert into booking_payments (tenant_id, booking_id, kind, state, amount, currency, cut_off_minutes, wording, language, proof_id, setup_id, created_at)
     select $1, id, 'card', 'booked', 0, 'USD', 60, 'A secret agreement', 'en', $2, $2, now()
     from bookings where tenant_id = $1 limit 1 on conflict do nothing`,
    setup,
  )
  return { paymentDispute, savedCard }
}

/** Opens the account of a business at the sandbox’s Stripe, complete unless `groups` says what is entered. */
export async function connectCashier(
  instance: TestInstance,
  { owner }: Pick<Tenant, 'owner'>,
  groups?: Parameters<ReturnType<typeof createCashier>['complete']>[0],
): Promise<ReturnType<typeof createCashier>> {
  ok(await owner.call(paymentAccounts.manage, undefined))
  await instance.idle()
  const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
  const cashier = createCashier(instance, accountID ?? '')
  await cashier.complete(groups)
  return cashier
}

/** Presses Pay on the page of a request, and returns the address of the provider’s page. */
export async function openCheckout(
  { server }: Pick<TestInstance, 'server'>,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  documentId: string,
  details: Partial<CheckoutStart> = {},
): Promise<string> {
  const outcome = await startCheckout(server.services, {
    ...{ tenantId, documentId, tipAmount: 0, returnUrl: 'https://desk.example.test/pay/token', title: 'INV' },
    ...{ tipTitle: 'Tip', language: 'en', cardConsent: null, ...details },
  })
  return 'url' in outcome ? outcome.url : outcome.error
}
