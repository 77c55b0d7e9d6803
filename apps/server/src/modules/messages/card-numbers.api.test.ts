import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

test('the number of a card is masked before anything is stored: texts in and out, notes, drafts, plans', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const number = '4242 4242 4242 4242'
  const masked = '**** **** **** 4242'
  const { sid, contact } = await tenant.textFrom(newPhone(), `Take it from ${number}, 12/27`)
  await tenant.textFrom(contact.phone, `And ${number}`)
  const conversationSid = sid
  const clientMessageId = crypto.randomUUID()
  const send = { conversationSid, text: `You sent ${number}`, clientMessageId }
  ok(await owner.call(contract.messages.send, send))
  // A repeated request is the same one.
  ok(await owner.call(contract.messages.send, send))
  const note = { conversationSid, note: `Card ${number}`, mentions: [], clientMessageId: crypto.randomUUID() }
  ok(await owner.call(contract.notes.addToConversation, note))
  ok(await owner.call(contract.conversations.saveDraft, { sid, messageDraft: `Your ${number}` }))
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  ok(
    await owner.call(contract.scheduledMessages.create, {
      ...{ conversationSid, text: `Later ${number}`, clientMessageId: crypto.randomUUID(), sendAt },
    }),
  )
  await instance.idle()
  const bodies = (await tenant.messagesOf({ sid })).map(({ body }) => body)
  expect(bodies).toEqual(
    expect.arrayContaining([`Take it from ${masked}, 12/27`, `And ${masked}`, `You sent ${masked}`, `Card ${masked}`]),
  )
  const { owner: database } = instance.server.database
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name in
       (select table_name from information_schema.tables where table_type = 'BASE TABLE')`,
  )
  const kept: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select from ${name} t where tenant_id = $1 and regexp_replace(t::text, '[^0-9]', '', 'g') like '%4242424242424242%' limit 1`,
      [tenantId],
    )
    if (rows.length > 0) kept.push(name)
  }
  expect(kept).toEqual([])
})

test('a card number over several texts in a row is masked in all of them, live; other digits stay', async () => {
  const tenant = await instance.createTenant()
  const screen = await connectLive(instance.url, tenant.owner.auth)
  const { sid, contact } = await tenant.textFrom(newPhone(), 'My card is 4242 4242')
  const say = (text: string) => tenant.textFrom(contact.phone, text)
  await say('4242 4242, 12/27')
  await screen.waitFor('message.changed', ({ message }) => message.body === 'My card is ****')
  for (const part of ['3782', '822463', '10005']) await say(part)
  for (const text of ['See you at', '10', '98101 is my zip', '4242 4242 4242', 'or so']) await say(text)
  const bodies = (await tenant.messagesOf({ sid })).map(({ body }) => body)
  expect(bodies).toEqual([
    ...['My card is ****', '**** **** **** 4242, 12/27', '****', '****', '**** **** **** 0005'],
    ...['See you at', '10', '98101 is my zip', '4242 4242 4242', 'or so'],
  ])
  screen.close()
})

test('digits that come later than a few minutes, or from someone else, are not joined', async () => {
  const tenant = await instance.createTenant()
  const { sid, contact } = await tenant.textFrom(newPhone(), '4242 4242 4242')
  await tenant.textFrom(newPhone(), '4242')
  await instance.server.database.owner.query(
    `update messages set created_at = created_at - interval '6 minutes' where tenant_id = $1`,
    [tenant.tenantId],
  )
  await tenant.textFrom(contact.phone, '4242')
  expect((await tenant.messagesOf({ sid })).map(({ body }) => body)).toEqual(['4242 4242 4242', '4242'])
})
