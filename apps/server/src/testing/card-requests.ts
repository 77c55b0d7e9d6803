import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { balancesOf, type LedgerEntry, sumOf } from '@frontdesk/contract/rules'
import { expect } from 'vitest'
import type { createCashier } from './cashier.ts'
import { ok } from './client.ts'
import { assertAddsUp as assertLedgerAddsUp } from './ledger-checks.ts'
import { connectCashier, createRequest, openCheckout, readLedger } from './payments.ts'
import type { Tenant, TestInstance } from './test-instance.ts'

const { cardPayments, paymentAccounts, paymentRequests } = contract

type Cashier = ReturnType<typeof createCashier>

interface LostResponse {
  tenant: Tenant
  cashier: Cashier
  /** Of the provider’s endpoint. */
  path: string
  request: () => Promise<unknown>
  table: 'payment_refunds' | 'payment_charges'
  job: string
}

/** Kinds of the activities of a document, oldest first. */
export const kinds = ({ timeline }: PaymentDetail) => timeline.map(({ kind }) => kind)

export const refundInput = (id: string, amount: number, more: object = {}) =>
  ({ id, clientRefundId: crypto.randomUUID(), amount, target: 'card', ...more }) as never

/** Creates payment requests of businesses with an account, pays and refunds them. */
export function createCardRequests(instance: TestInstance) {
  /** A business with an account, and a request that was sent. */
  async function aSentRequest(unitAmount = 10_000, details: object = {}, business: { locations?: number } = {}) {
    const tenant = await instance.createTenant(business)
    const cashier = await connectCashier(instance, tenant)
    return { tenant, cashier, id: await send(tenant, unitAmount, details) }
  }

  async function send(tenant: Tenant, unitAmount: number, details: object = {}): Promise<string> {
    const { id } = await createRequest(tenant.owner, tenant, unitAmount, details)
    ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
    return id
  }

  const get = async ({ owner }: Tenant, id: string): Promise<PaymentDetail> =>
    ok(await owner.call(paymentRequests.get, { id })).data

  const ofCards = async ({ owner }: Tenant, id: string) => ok(await owner.call(cardPayments.get, { id })).data

  /** Pays a request on the provider’s page, and disputes the payment. Returns the id of the dispute. */
  async function dispute(tenant: Tenant, cashier: Cashier, id: string): Promise<string> {
    await cashier.pay(await openCheckout(instance, tenant, id))
    await cashier.dispute((await cashier.state()).charges[0]?.id ?? '')
    return (await ofCards(tenant, id)).disputes[0]?.id ?? ''
  }

  /** Checks that what is stored adds up, and that the provider has what the ledger says, to the cent. */
  async function assertAddsUp(tenant: Tenant, cashier: Cashier): Promise<void> {
    await instance.idle()
    const ledger = await readLedger(instance.server.database.owner, tenant)
    assertLedgerAddsUp(ledger)
    const entries = ledger.entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })) as LedgerEntry[]
    const { balance } = await cashier.state()
    expect(balancesOf(entries).provider).toBe(
      sumOf([...balance.available, ...balance.pending].map(({ amount }) => amount)),
    )
  }

  /** Refunds the newest payment in the provider’s dashboard. */
  async function refundInDashboard({ owner }: Tenant, cashier: Cashier, amount: number): Promise<string> {
    const { accountID } = ok(await owner.call(paymentAccounts.get, undefined)).data
    const intentId = (await cashier.state()).charges[0]?.payment_intent ?? ''
    const reference = { tenantId: 'none', documentId: 'none', rowId: 'none' }
    const account = instance.server.services.paymentProvider.account(accountID ?? '')
    const { id } = await account.createRefund({ intentId, amount, reference }, crypto.randomUUID())
    await instance.idle()
    return id
  }

  /** Cancels a request, and pays it on the page that the provider did not close. */
  async function payCancelled(tenant: Tenant, cashier: Cashier, amount: number, details: object): Promise<string> {
    const id = await send(tenant, amount, details)
    const page = await openCheckout(instance, tenant, id)
    await cashier.addFault({ kind: 'fail-request', path: '/expire', code: 503 })
    ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'cancelled' }))
    await cashier.pay(page)
    await instance.runDelayedJobs('close-checkouts', { mayHaveRun: true })
    return id
  }

  /**
   * Makes a request to the provider whose response and events are lost, and runs its job again after a day, when the
   * provider has forgotten the idempotency key.
   */
  async function loseResponse({ tenant, cashier, path, request, table, job }: LostResponse): Promise<void> {
    await cashier.addFault({ kind: 'cut-response', path: `POST /v1/${path}` })
    await cashier.addFault({ kind: 'drop-event', times: 20 })
    await request()
    await instance.idle()
    await cashier.clearFaults()
    await cashier.moveClock({ days: 1, hours: 1 })
    await instance.server.database.owner.query(
      `update ${table} set requested_at = requested_at - interval '25 hours' where tenant_id = $1`,
      [tenant.tenantId],
    )
    await instance.runDelayedJobs(job)
  }

  return { aSentRequest, send, get, ofCards, dispute, assertAddsUp, refundInDashboard, payCancelled, loseResponse }
}
