import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../../testing/test-instance.ts'
import { receiveStatuses } from './receive-status.ts'
import { createStatusBuffer } from './status-buffer.ts'

const instance = await sharedTestInstance()

/** Sends a text to each of several contacts; the carrier reports them as delivered. */
async function sendTexts(tenant: Tenant, count: number): Promise<{ messageId: string; providerSid: string }[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { sid } = await tenant.textFrom(newPhone(), 'Hello')
    const clientMessageId = crypto.randomUUID()
    ok(await tenant.owner.call(contract.messages.send, { conversationSid: sid, text: 'Hi', clientMessageId }))
    ids.push(clientMessageId)
  }
  await instance.idle()
  const { rows } = await instance.server.database.owner.query(
    'select id as "messageId", provider_sid as "providerSid" from messages where tenant_id = $1 and id = any($2)',
    [tenant.tenantId, ids],
  )
  return rows
}

const statusesOf = async ({ tenantId }: Tenant) => {
  const { rows } = await instance.server.database.owner.query<{ status: string }>(
    "select delivery_status as status from messages where tenant_id = $1 and is_outgoing order by (delivery_status = 'read') desc",
    [tenantId],
  )
  return rows.map(({ status }) => status)
}

test('reports that arrive together share a transaction, and one that cannot be stored fails alone', async () => {
  const tenant = await instance.createTenant()
  const texts = await sendTexts(tenant, 4)
  const { services } = instance.server
  let transactions = 0
  const receive = createStatusBuffer((scope, reports) => {
    transactions += 1
    return services.inTenant(scope, (tx) => receiveStatuses(services, tx, reports))
  })
  const [first, second, third, fourth] = texts.map((text) => ({ ...text, status: 'read', errorCode: null }))
  if (!first || !second || !third || !fourth) throw new Error('Too few texts were sent.')
  // The later report of one message, and one that is given twice.
  const late = { ...second, status: 'sent' }
  await Promise.all([first, second, late, third, third].map((report) => receive(tenant, report)))
  expect(transactions).toBe(2)
  expect(await statusesOf(tenant)).toEqual(['read', 'read', 'read', 'delivered'])

  const tooLarge = { ...first, status: 'failed', errorCode: 2 ** 40 }
  const outcomes = await Promise.allSettled([third, tooLarge, fourth].map((report) => receive(tenant, report)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await statusesOf(tenant)).toEqual(['read', 'read', 'read', 'read'])
})
