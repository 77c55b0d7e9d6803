import { contract } from '@frontdesk/contract/api'
import { type AutoReplyCause, fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance } from '../../../testing/test-instance.ts'
import { lockInboundMessage, sendAutomaticMessage } from './automatic-message.ts'
import { claimMessages } from './claim-messages.ts'

const instance = await sharedTestInstance()

test('texts from two numbers that are claimed at the same moment share the daily limit of their contact', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 1 }))
  const phone = newPhone()
  const ids = []
  for (const to of tenant.numbers) ids.push(fromSid((await tenant.textFrom(phone, 'Hello', { to })).sid))
  for (const id of ids)
    await instance.server.database.owner.query(
      `with next as (
        update conversations set latest_index = latest_index + 1 where tenant_id = $1 and id = $2
        returning tenant_id, id, latest_index
      )
      insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, purpose, delivery_status, created_at)
      select tenant_id, gen_random_uuid(), id, latest_index, 'text', true, '', 'Thanks', 'conversation', 'queued', now() from next`,
      [tenant.tenantId, id],
    )
  const { services } = instance.server
  const claim = (id: string, jobId: string, whenClaimed = async () => {}) =>
    services.inTenant(tenant, async (tx) => {
      const { claimed } = await claimMessages(services, tx, [id], jobId)
      await whenClaimed()
      return claimed.length
    })
  const [first = '', second = ''] = ids
  const isFirstClaimed = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const claims = [
    claim(first, '1', () => {
      isFirstClaimed.resolve()
      return mayCommit.promise
    }),
  ]
  await isFirstClaimed.promise
  claims.push(claim(second, '2'))
  // The second waits for the first.
  await expect
    .poll(async () => {
      const { rows } = await instance.server.database.owner.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks
         where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.waiting
    })
    .toBe(1)
  mayCommit.resolve()
  expect(await Promise.all(claims)).toEqual([1, 0])
})

test('a text about a payment is sent, however many automatic texts its contact got that day', async () => {
  const tenant = await instance.createTenant()
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 1 }))
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  const [inbound] = await tenant.messagesOf(conversation)
  const { services } = instance.server
  const send = (cause: AutoReplyCause) =>
    services.inTenant(tenant, async (tx) => {
      const locked = await lockInboundMessage(tx, fromSid(inbound?.sid ?? ''))
      if (locked)
        await sendAutomaticMessage(services, tx, {
          conversation: locked.conversation,
          id: crypto.randomUUID(),
          body: cause,
          cause,
        })
    })
  for (const cause of ['greeting', 'payment', 'idle'] as const) {
    await send(cause)
    await instance.idle()
  }
  const texts = (await tenant.messagesOf(conversation)).filter(({ attributes }) => attributes.isOutgoingMessage)
  expect(texts.map(({ body, deliveryStatus }) => [body, deliveryStatus])).toEqual([
    ['greeting', 'delivered'],
    ['payment', 'delivered'],
  ])
})
