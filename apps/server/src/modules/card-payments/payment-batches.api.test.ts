import { contract } from '@frontdesk/contract/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { createCardRequests } from '../../testing/card-requests.ts'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { createRequest, openCheckout, readLedger } from '../../testing/payments.ts'
import { runs } from '../../testing/property-runs.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import type { RemotePayment } from '../payment-accounts/index.ts'
import { applyPayments } from './apply-payments.ts'
import { syncObjectsSpec } from './job-specs.ts'

const { paymentRequests } = contract
const instance = await sharedTestInstance()
const { aSentRequest, send, get, assertAddsUp: assertEqualsProvider } = createCardRequests(instance)

const TOTAL = 10_000
const PAGES_PER_DOCUMENT = 2

interface Page {
  rowId: string
  documentId: string
}

/** Three requests to two contacts, with two pages each. */
async function addPages(tenant: Tenant): Promise<Page[]> {
  const { owner } = instance.server.database
  const [first, second] = [{ phone: newPhone() }, { phone: newPhone() }]
  const pages: Page[] = []
  for (const { phone } of [first, first, second]) {
    const { id: documentId } = await createRequest(tenant.owner, tenant, TOTAL, {
      contact: { name: 'Maya Chen', phone },
    })
    ok(await tenant.owner.call(paymentRequests.updateStatus, { id: documentId, status: 'sent' }))
    for (let page = 0; page < PAGES_PER_DOCUMENT; page++) {
      const rowId = crypto.randomUUID()
      pages.push({ rowId, documentId })
      await owner.query(
        `insert into payment_checkouts
           (tenant_id, id, document_id, state, amount, tip_amount, currency, request, expires_at, created_at, is_closing)
         values ($1, $2, $3, 'open', $4, 100, 'USD', '{}', now(), now(), $5)`,
        [tenant.tenantId, rowId, documentId, TOTAL, page > 0],
      )
    }
  }
  return pages
}

const report = fc.record({
  page: fc.nat({ max: 3 * PAGES_PER_DOCUMENT - 1 }),
  state: fc.constantFrom<RemotePayment['state'][]>(
    'succeeded',
    'succeeded',
    'processing',
    'failed',
    'cancelled',
    'waiting',
  ),
  amount: fc.constantFrom(1000, TOTAL + 100),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'CAD'),
  isBooked: fc.constantFrom(true, true, false),
})
type Report = typeof report extends fc.Arbitrary<infer Value> ? Value : never

function toRemote({ tenantId }: Tenant, pages: Page[], { page, state, amount, currency, isBooked }: Report) {
  const { rowId = '', documentId = '' } = pages[page] ?? {}
  const id = `txn_${rowId}`
  const remote: RemotePayment = {
    ...{ state, amount, currency, intentId: `pi_${rowId}`, chargeId: `ch_${rowId}`, refundedAmount: 0 },
    ...{ reference: { tenantId, documentId, rowId }, method: 'card', brand: 'visa', last4: '4242', card: null },
    transaction: isBooked
      ? {
          id,
          type: 'charge',
          amount,
          feeAmount: 59,
          currency,
          sourceId: `ch_${rowId}`,
          createdAt: '2026-11-29T00:00:00Z',
        }
      : null,
    failure: state === 'failed' ? { attempt: `attempt_${rowId}`, code: 'declined', reason: 'No.' } : null,
  }
  return remote
}

/** What is stored, by the positions of documents and contacts instead of ids, which differ. */
async function readStored(tenant: Tenant, pages: Page[]) {
  const { owner } = instance.server.database
  const ledger = await readLedger(owner, tenant)
  assertAddsUp(ledger)
  const positionOf = (id: unknown) => pages.findIndex(({ documentId }) => documentId === id)
  const read = async (text: string) =>
    (await owner.query<Record<string, unknown>>(text, [tenant.tenantId])).rows
      .map((row) => JSON.stringify(row))
      .toSorted()
  return {
    entries: ledger.entries
      .map((entry) => JSON.stringify({ ...entry, documentId: positionOf(entry.documentId) }))
      .toSorted(),
    documents: ledger.documents
      .map(({ id, status, paid_amount, tip_amount, credited_amount, is_processing, has_failed, invoice_number }) =>
        JSON.stringify([
          positionOf(id),
          status,
          paid_amount,
          tip_amount,
          credited_amount,
          is_processing,
          has_failed,
          invoice_number,
        ]),
      )
      .toSorted(),
    credits: ledger.credits.map(({ amount }) => amount).toSorted(),
    totals: ledger.totals,
    payments: await read('select state, method, amount, tip_amount from payments where tenant_id = $1'),
    charges: await read(
      'select fee_amount, failure_code, failed_attempt is null as "isFirst" from payment_charges where tenant_id = $1',
    ),
    activities: await read('select kind, amount, method from payment_activities where tenant_id = $1'),
    pages: await read('select state from payment_checkouts where tenant_id = $1'),
    events: await read(
      "select data ->> 'change' as change, count(*) from events where tenant_id = $1 and type = 'payment.changed' group by 1",
    ),
  }
}

test('payments that are applied together have the same effect as one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 3, maxLength: 12 }), async (reports) => {
      const { services } = instance.server
      const [together, oneByOne] = [await instance.createTenant(), await instance.createTenant()]
      const [pages, others] = [await addPages(together), await addPages(oneByOne)]
      await services.inTenant({ tenantId: together.tenantId, prepares: true }, (tx) =>
        applyPayments(
          services,
          tx,
          reports.map((each) => toRemote(together, pages, each)),
        ),
      )
      for (const each of reports)
        await services.inTenant({ tenantId: oneByOne.tenantId }, (tx) =>
          applyPayments(services, tx, [toRemote(oneByOne, others, each)]),
        )
      expect(await readStored(together, pages)).toEqual(await readStored(oneByOne, others))
    }),
    runs(6),
  )
})

test('an object that cannot be read does not hold up those that were reported with it', async () => {
  const { tenant, cashier, id } = await aSentRequest(TOTAL)
  const other = await send(tenant, 2000)
  await cashier.addFault({ kind: 'drop-event', times: 20 })
  const paid = [
    await cashier.pay(await openCheckout(instance, tenant, id)),
    await cashier.pay(await openCheckout(instance, tenant, other)),
  ]
  const [bad = '', good = ''] = paid.map(({ paymentIntent }) => paymentIntent)
  // With the others, and then alone.
  await cashier.addFault({ kind: 'fail-request', path: `GET /v1/payment_intents/${bad}`, times: 2 })
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    enqueue(
      tx,
      syncObjectsSpec(
        tenant.tenantId,
        [bad, good].map((objectId) => ({ kind: 'payment', objectId })),
      ),
    ),
  )
  await instance.idle()
  expect([(await get(tenant, id)).status, (await get(tenant, other)).status]).toEqual(['sent', 'paid'])
  await instance.runDelayedJobs('sync-payment-object')
  expect((await get(tenant, id)).status).toBe('paid')
  await assertEqualsProvider(tenant, cashier)
})
