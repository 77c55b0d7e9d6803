import { contract } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TenantTx } from '../../platform/database/database.ts'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

test.each([
  { table: 'ledger_postings', column: 'currency' },
  { table: 'ledger_entries', column: 'amount' },
  { table: 'ledger_transactions', column: 'transaction_id' },
])('the application can neither change nor delete rows of $table', async ({ table, column }) => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { id } = await createRequest(owner, tenant, 1000)
  ok(await owner.call(contract.paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  const run = (work: (tx: TenantTx) => Promise<unknown>) => instance.server.services.inTenant({ tenantId }, work)
  const [name, changed] = [sql.table(table), sql.ref(column)]
  await run((tx) => sql`select 1 from ${name} where tenant_id = ${tenantId}`.execute(tx))
  const refused = `permission denied for table ${table}`
  for (const statement of [
    sql`update ${name} set ${changed} = ${changed} where tenant_id = ${tenantId}`,
    sql`delete from ${name} where tenant_id = ${tenantId}`,
  ])
    await expect(run((tx) => statement.execute(tx))).rejects.toThrow(refused)
})
