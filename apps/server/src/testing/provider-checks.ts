import assert from 'node:assert/strict'
import { sumOf } from '@frontdesk/contract/rules'
import type pg from 'pg'
import type { CashierState } from './cashier.ts'

/** Compares what is stored about the payments of a business with what the provider knows. */
export async function assertEqualsProvider(
  database: Pick<pg.Pool, 'query'>,
  tenantId: string,
  { charges, refunds, disputes, payouts, balance }: CashierState,
): Promise<void> {
  const read = async <Row extends object>(text: string) =>
    (await database.query<Row & Record<string, unknown>>(text, [tenantId])).rows

  const [sum] = await read<{ amount: string }>(
    `select coalesce(sum(case when e.debit = 'provider' then e.amount else -e.amount end), 0) as amount
     from ledger_entries e where e.tenant_id = $1 and 'provider' in (e.debit, e.credit)`,
  )
  assert.equal(Number(sum?.amount), sumOf([...balance.available, ...balance.pending].map(({ amount }) => amount)))
  assert.deepEqual(await read('select * from payment_differences where tenant_id = $1'), [])

  const paid = charges.filter(({ status }) => status === 'succeeded')
  const rows = paid.map(({ metadata }) => metadata.row)
  assert.equal(new Set(rows).size, rows.length)
  const payments = await read<{ id: string; amount: string }>(
    `select id, amount + tip_amount as amount from payments
     where tenant_id = $1 and method in ('card', 'bank-debit') and state = 'succeeded'`,
  )
  assert.deepEqual(
    payments.map(({ id, amount }) => [id, Number(amount)]).toSorted(),
    paid.map(({ metadata, amount }) => [metadata.row, amount]).toSorted(),
  )

  const ofRows = refunds.filter(({ metadata }) => metadata.row !== undefined)
  assert.equal(new Set(ofRows.map(({ metadata }) => metadata.row)).size, ofRows.length)
  const stored = await read<{ id: string; state: string }>(
    `select provider_refund_id as id, state from payment_refunds where tenant_id = $1 and provider_refund_id is not null`,
  )
  assert.deepEqual(
    stored.map(({ id, state }) => [id, state]).toSorted(),
    refunds.map(({ id, status }) => [id, status.replace('canceled', 'cancelled').replace('_', '-')]).toSorted(),
  )
  const states = await read<{ id: string; state: string }>(
    'select provider_dispute_id as id, state from payment_disputes where tenant_id = $1',
  )
  assert.deepEqual(
    states.map(({ id, state }) => [id, state]).toSorted(),
    disputes.map(({ id, status }) => [id, status.replace('_', '-')]).toSorted(),
  )
  const arrived = await read<{ id: string; state: string }>(
    'select provider_payout_id as id, state from payment_payouts where tenant_id = $1',
  )
  assert.deepEqual(
    arrived.map(({ id, state }) => [id, state]).toSorted(),
    payouts.map(({ id, status }) => [id, status.replace('_', '-')]).toSorted(),
  )
}
