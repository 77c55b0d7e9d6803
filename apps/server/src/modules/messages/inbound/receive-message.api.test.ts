import { contract } from '@frontdesk/contract/api'
import pg from 'pg'
import twilio from 'twilio'
import { expect, test, vi } from 'vitest'
import { inboundForm, newMessageSid, postAsCarrier } from '../../../testing/carrier-post.ts'
import { ok } from '../../../testing/client.ts'
import { type ColumnTypes, findColumnTypes } from '../../../testing/column-types.ts'
import { connectLive } from '../../../testing/live-connection.ts'
import { newPhone, sharedTestInstance, startTestInstance, type Tenant } from '../../../testing/test-instance.ts'
import { CONVERSATION_COLUMNS, type ConversationColumns } from '../../conversations/index.ts'
import { RECEIVE_BATCH, RECEIVE_BY_ID, type ReceivedRow } from './receive-statement.ts'

const instance = await sharedTestInstance()

const PATH = '/webhooks/twilio/message'

/** Posts an inbound text like the environment's account; options override the correct values. */
const arrive = (
  tenant: Tenant,
  text: { from: string; body: string; to?: string; sid?: string } & Record<string, string>,
  post: Partial<Parameters<typeof postAsCarrier>[2]> = {},
) => {
  const { to = tenant.numbers[0] ?? '', ...rest } = text
  return postAsCarrier(
    instance.url + PATH,
    inboundForm({ accountSid: instance.account.sid, to, ...rest } as Parameters<typeof inboundForm>[0]),
    { authToken: instance.account.authToken, signedUrl: instance.server.publicUrl() + PATH, ...post },
  )
}

test('when the webhook is answered, the text is in the inbox and pushed to everyone signed in', async () => {
  const tenant = await instance.createTenant()
  const live = await connectLive(instance.url, tenant.owner.auth)
  const phone = newPhone()
  const answer = await arrive(tenant, { from: phone, body: 'Do you have time on Friday?' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/xml/)
  const [conversation] = await tenant.list(tenant.owner)
  expect(conversation).toMatchObject({
    phoneNumber: phone,
    tenantPhoneNumber: tenant.numbers[0],
    uniqueName: `${tenant.tenantId}|${tenant.numbers[0]}|${phone}`,
    contact: { phone, source: 'sms', isOptedOut: false },
    attributes: { isClosed: false, unreadMessages: 1, latestMessage: 'Do you have time on Friday?' },
    lastMessage: { index: 1, isOutgoingMessage: false },
  })
  const event = await live.waitFor('message.created')
  expect(event).toMatchObject({
    message: { body: 'Do you have time on Friday?', index: 1 },
    conversation: { sid: conversation?.sid, version: conversation?.version },
  })
  live.close()
})

test('a webhook without a valid signature is rejected, and nothing is stored', async () => {
  const tenant = await instance.createTenant()
  const stranger = instance.sandbox.createAccount({ friendlyName: 'Somebody else' })
  const from = newPhone()
  const right = { from, body: 'Hello' }
  const form = inboundForm({ accountSid: instance.account.sid, to: tenant.numbers[0] ?? '', ...right })
  const signedUrl = instance.server.publicUrl() + PATH
  const { authToken } = instance.account
  const refused = [
    await arrive(tenant, right, { signature: 'bm90IGl0' }),
    await arrive(tenant, right, { signature: '' }),
    await arrive(tenant, right, { signature: null }),
    await arrive(tenant, right, { authToken: stranger.authToken }),
    await arrive(tenant, { ...right, AccountSid: stranger.sid }),
    await arrive(tenant, { ...right, AccountSid: stranger.sid }, { authToken: stranger.authToken }),
    await arrive(tenant, right, { signedUrl: `${signedUrl}?a=1` }),
    await arrive(tenant, right, { signedUrl: 'https://desk.example.com/webhooks/twilio/message' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  // Tampered with after signing.
  const signature = twilio.getExpectedTwilioSignature(authToken, signedUrl, form)
  const changes: Record<string, string>[] = [{ Body: 'Hello!' }, { From: newPhone() }, { Extra: '1' }]
  for (const change of changes) {
    const tampered = await postAsCarrier(
      instance.url + PATH,
      { ...form, ...change },
      { authToken, signedUrl, signature },
    )
    expect(tampered.status).toBe(403)
  }
  expect(await tenant.list(tenant.owner)).toEqual([])
  expect((await arrive(tenant, right)).status).toBe(200)
  expect(await tenant.list(tenant.owner)).toHaveLength(1)
})

test('an unsigned webhook takes the same queries for a number of ours and for any other', async () => {
  const tenant = await instance.createTenant()
  const stranger = instance.sandbox.createAccount({ friendlyName: 'Unknown' })
  const queriesFor = async (to: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { status } = await arrive(tenant, { from: newPhone(), to, body: 'Hello' }, { signature: null })
    const form = inboundForm({ accountSid: stranger.sid, from: newPhone(), to, body: 'Hello' })
    const other = await postAsCarrier(instance.url + PATH, form, { authToken: stranger.authToken })
    expect([status, other.status]).toEqual([403, 403])
    const texts = (query.mock.calls as unknown as [pg.QueryConfig | string][]).map(([config]) =>
      typeof config === 'string' ? config : config.text,
    )
    query.mockRestore()
    return texts.filter((text) => /phone_numbers|messaging_accounts/.test(text))
  }
  const ours = await queriesFor(tenant.numbers[0] ?? '')
  expect(ours.length).toBeGreaterThan(0)
  expect(await queriesFor(newPhone())).toEqual(ours)
  // After a signed webhook, our number is cached.
  expect((await arrive(tenant, { from: newPhone(), body: 'Hello' })).status).toBe(200)
  expect(await queriesFor(tenant.numbers[0] ?? '')).toEqual(ours)
})

test('the signature covers the query string', async () => {
  const tenant = await instance.createTenant()
  const signedUrl = `${instance.server.publicUrl()}${PATH}?via=a%20b&n=1`
  const form = inboundForm({
    accountSid: instance.account.sid,
    to: tenant.numbers[0] ?? '',
    from: newPhone(),
    body: 'Hi',
  })
  const { authToken } = instance.account
  const post = (query: string) => postAsCarrier(`${instance.url}${PATH}${query}`, form, { authToken, signedUrl })
  expect((await post('')).status).toBe(403)
  expect((await post('?n=1&via=a%20b')).status).toBe(403)
  expect((await post('?via=a%20b&n=1')).status).toBe(200)
})

test('a webhook that is delivered again does not bring a deleted conversation back', async () => {
  const tenant = await instance.createTenant()
  const text = { from: newPhone(), body: 'Please delete this', sid: newMessageSid() }
  const keyword = { from: text.from, body: 'HELP', sid: newMessageSid() }
  await arrive(tenant, text)
  await arrive(tenant, keyword)
  await instance.idle()
  const [conversation] = await tenant.list(tenant.owner)
  ok(await tenant.owner.call(contract.conversations.remove, { sid: conversation?.sid ?? '' }))
  for (const repeated of [text, keyword]) expect((await arrive(tenant, repeated)).status).toBe(200)
  expect(await tenant.list(tenant.owner)).toEqual([])
  // A new text of the same number starts a conversation as usual.
  await arrive(tenant, { from: text.from, body: 'Hello again' })
  for (const repeated of [text, keyword]) expect((await arrive(tenant, repeated)).status).toBe(200)
  const [restarted] = await tenant.list(tenant.owner)
  expect((await tenant.messagesOf(restarted ?? { sid: '' })).map(({ body }) => body)).toEqual(['Hello again'])
})

test('a text or report for a former number gets a success response and is dropped', async () => {
  const tenant = await instance.createTenant()
  const former = newPhone()
  const ownAccount = instance.sandbox.createAccount({ friendlyName: 'Their own' })
  ok(
    await tenant.owner.call(contract.phoneNumbers.saveMessagingAccount, {
      accountSid: ownAccount.sid,
      authToken: ownAccount.authToken,
    }),
  )
  const words = 'Words for somebody who is gone'
  const text = { from: newPhone(), to: former, body: words }
  const count = async () =>
    Number(
      /inbound_messages_total\{outcome="not-ours"\} (\d+)/.exec(
        await instance.server.services.metrics.registry.metrics(),
      )?.[1] ?? 0,
    )
  const before = await count()
  expect((await arrive(tenant, text)).status).toBe(200)
  expect(
    (await arrive(tenant, { ...text, AccountSid: ownAccount.sid }, { authToken: ownAccount.authToken })).status,
  ).toBe(200)
  const path = '/webhooks/twilio/status'
  const report = (authToken: string) =>
    postAsCarrier(
      instance.url + path,
      {
        AccountSid: instance.account.sid,
        MessageSid: newMessageSid(),
        MessageStatus: 'delivered',
        From: former,
        To: newPhone(),
      },
      { authToken, signedUrl: instance.server.publicUrl() + path },
    )
  expect((await report(instance.account.authToken)).status).toBe(204)
  expect(await count()).toBe(before + 3)
  // Forged, or from an unknown account.
  const stranger = instance.sandbox.createAccount({ friendlyName: 'Nobody here' })
  expect((await arrive(tenant, text, { signature: null })).status).toBe(403)
  expect((await arrive(tenant, text, { authToken: ownAccount.authToken })).status).toBe(403)
  expect((await arrive(tenant, { ...text, AccountSid: stranger.sid }, { authToken: stranger.authToken })).status).toBe(
    403,
  )
  expect((await report(stranger.authToken)).status).toBe(403)
  expect(await count()).toBe(before + 3)

  await instance.idle()
  const { rows } = await instance.server.database.owner.query('select from messages where body = $1', [words])
  expect(rows).toEqual([])
  const logged = JSON.stringify(instance.logLines)
  expect(logged).toContain('dropped a webhook')
  for (const secret of [words, former, text.from]) expect(logged).not.toContain(secret)
})

test('a malformed form is rejected, even if signed', async () => {
  const tenant = await instance.createTenant()
  const { sid: accountSid, authToken } = instance.account
  const whole = inboundForm({ accountSid, to: tenant.numbers[0] ?? '', from: newPhone(), body: 'Hello' })
  const signedUrl = instance.server.publicUrl() + PATH
  for (const missing of ['AccountSid', 'MessageSid', 'From', 'To']) {
    const { [missing]: _, ...form } = whole
    expect((await postAsCarrier(instance.url + PATH, form, { authToken, signedUrl })).status).toBe(400)
  }
  const wrongs: Record<string, string>[] = [
    { From: '<script>' },
    { From: '\0' },
    { To: '\0' },
    { AccountSid: '\0' },
    { MessageSid: 'SM\0' },
    { MessageSid: 'x'.repeat(500) },
  ]
  for (const wrong of wrongs) {
    expect((await postAsCarrier(instance.url + PATH, { ...whole, ...wrong }, { authToken, signedUrl })).status).toBe(
      400,
    )
  }
  const asJson = await fetch(instance.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...whole, Body: 5 }),
  })
  expect(asJson.status).toBe(415)
  expect(await tenant.list(tenant.owner)).toEqual([])
  expect(instance.errors).toEqual([])
})

test.each([1, 20])('the same text delivered %i times concurrently is stored and pushed once', async (times) => {
  const tenant = await instance.createTenant()
  const live = await connectLive(instance.url, tenant.owner.auth)
  const text = { from: newPhone(), body: 'Only once, please', sid: newMessageSid() }
  const answers = await Promise.all(Array.from({ length: times }, () => arrive(tenant, text)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // Again with an existing conversation, and a last text that marks the end of the pushes.
  expect((await arrive(tenant, text)).status).toBe(200)
  await arrive(tenant, { from: text.from, body: 'Done' })
  await live.waitFor('message.created', ({ message }) => message.body === 'Done')
  const [conversation] = await tenant.list(tenant.owner)
  if (!conversation) throw new Error('no conversation')
  expect((await tenant.messagesOf(conversation)).map(({ index, body }) => [index, body])).toEqual([
    [1, 'Only once, please'],
    [2, 'Done'],
  ])
  expect(conversation.attributes.unreadMessages).toBe(2)
  expect(live.received.filter(({ type }) => type === 'message.created')).toHaveLength(2)
  const { rows } = await instance.server.database.owner.query(
    "select count(*)::int as n from events where tenant_id = $1 and type = 'message.received'",
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ n: 2 }])
  live.close()
})

test('two concurrent texts of a new number create one contact and one conversation', async () => {
  const tenant = await instance.createTenant()
  const from = newPhone()
  await Promise.all(['First', 'Second', 'Third'].map((body) => arrive(tenant, { from, body })))
  const all = await tenant.list(tenant.owner)
  expect(all).toHaveLength(1)
  const messages = await tenant.messagesOf(all[0] as { sid: string })
  expect(messages.map(({ index }) => index)).toEqual([1, 2, 3])
  expect(messages.map(({ body }) => body).sort()).toEqual(['First', 'Second', 'Third'])
  const { rows } = await instance.server.database.owner.query(
    'select count(*)::int as n from contacts where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('fifty concurrent texts of one conversation are numbered without gaps, and the totals agree', async () => {
  const tenant = await instance.createTenant()
  const from = newPhone()
  const conversation = await tenant.textFrom(from, 'Start')
  const bodies = Array.from({ length: 50 }, (_, n) => `text ${n}`)
  const answers = await Promise.all(bodies.map((body) => arrive(tenant, { from, body })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const messages = await tenant.messagesOf(conversation)
  expect(messages.map(({ index }) => index)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1))
  expect(new Set(messages.map(({ body }) => body))).toEqual(new Set(['Start', ...bodies]))
  const after = await tenant.conversationWith(from)
  expect(after?.attributes).toMatchObject({ unreadMessages: 51, latestMessage: messages.at(-1)?.body })
  expect(after?.lastMessage?.index).toBe(51)
})

test('concurrent texts for several businesses are each stored once, whatever else is in the batch', async () => {
  const [one, two] = [await instance.createTenant(), await instance.createTenant()]
  const existingPhone = newPhone()
  const [blocked, snoozed, unknown] = [newPhone(), newPhone(), newPhone()]
  for (const phone of [existingPhone, blocked, snoozed]) await one.textFrom(phone, 'Hello')
  await two.textFrom(existingPhone, 'Hello')
  const sidOf = async (phone: string) => ({ sid: (await one.conversationWith(phone))?.sid ?? '' })
  ok(await one.owner.call(contract.conversations.block, await sidOf(blocked)))
  ok(await one.owner.call(contract.attention.snooze, { ...(await sidOf(snoozed)), until: null }))

  const twice = newMessageSid()
  const stolen = newMessageSid()
  const answers = await Promise.all([
    arrive(one, { from: existingPhone, body: 'First' }),
    arrive(two, { from: existingPhone, body: 'Elsewhere' }),
    arrive(one, { from: blocked, body: 'Blocked' }),
    arrive(one, { from: snoozed, body: 'Wake up' }),
    arrive(one, { from: existingPhone, body: 'Twice', sid: twice }),
    arrive(one, { from: existingPhone, body: 'Twice', sid: twice }),
    arrive(one, { from: unknown, body: 'New one' }),
    arrive(one, { from: unknown, body: 'New two' }),
    // The carrier's id is unique across tenants: only one of these is stored.
    arrive(two, { from: existingPhone, body: 'Mine', sid: stolen }),
    arrive(two, { from: newPhone(), body: 'Mine too', sid: stolen }),
    arrive(one, { from: existingPhone, body: 'Last \ud83d'.padEnd(161, '\ud83d\ude00') }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

  const bodiesWith = async (tenant: Tenant, phone: string) => {
    const conversation = await tenant.conversationWith(phone)
    if (!conversation) throw new Error('no conversation')
    const messages = await tenant.messagesOf(conversation)
    expect(messages.map(({ index }) => index)).toEqual(messages.map((_, i) => i + 1))
    return messages.filter(({ attributes }) => attributes.type === 'text').map(({ body }) => body.slice(0, 9))
  }
  expect(await bodiesWith(one, existingPhone)).toEqual(['Hello', 'First', 'Twice', 'Last \ufffd\ud83d\ude00\ud83d'])
  expect(await bodiesWith(one, blocked)).toEqual(['Hello', 'Blocked'])
  expect(await bodiesWith(one, snoozed)).toEqual(['Hello', 'Wake up'])
  expect(await bodiesWith(one, unknown)).toEqual(['New one', 'New two'])
  const ofTwo = (await two.list(two.owner)).map(({ phoneNumber }) => bodiesWith(two, phoneNumber))
  expect((await Promise.all(ofTwo)).flat().sort()).toEqual(['Elsewhere', 'Hello', expect.stringMatching(/^Mine/)])
  expect(await one.conversationWith(snoozed)).toMatchObject({ attributes: { isSnoozed: false } })
  expect(await one.conversationWith(blocked)).toMatchObject({ attributes: { unreadMessages: 1 } })
  expect(instance.errors).toEqual([])
})

test('the statement that stores texts returns the columns of its row type', async () => {
  const { owner } = instance.server.database
  const conversation = await findColumnTypes(
    owner,
    `select ${CONVERSATION_COLUMNS.sql('c.tenant_id')}
     from conversations c join contacts t on t.id = c.contact_id left join users u on u.id = c.to_user_id`,
    [],
  )
  const columns: ColumnTypes<Omit<ReceivedRow, keyof ConversationColumns> & { position: number }> = {
    position: 'int4',
    eventId: 'int8',
  }
  for (const text of [RECEIVE_BATCH.text, RECEIVE_BY_ID]) {
    // The batch statement only finds conversations without merges, so its `merged` is an untyped null.
    const merged = text === RECEIVE_BY_ID ? 'jsonb' : 'text'
    expect(await findColumnTypes(owner, text, ['[]'])).toEqual({ ...conversation, ...columns, merged })
  }
})

test('texts of one phone keep their order', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const bodies = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  for (const body of bodies) {
    await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: tenant.numbers[0], body }),
    })
  }
  await instance.idle()
  const conversation = await tenant.conversationWith(phone)
  if (!conversation) throw new Error('no conversation')
  expect((await tenant.messagesOf(conversation)).map(({ body }) => body)).toEqual(bodies)
})

test('a new text reopens a closed conversation and counts as unread', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  expect(await tenant.list(tenant.owner)).toEqual([])
  const stats = async () => ok(await tenant.owner.call(contract.conversations.getStats, {})).data
  expect(await stats()).toMatchObject({ totalOpen: 0, totalClosed: 1, totalUnread: 0 })
  const reopened = await tenant.textFrom(phone, 'One more thing')
  expect(reopened).toMatchObject({ sid, attributes: { isClosed: false, unreadMessages: 1 } })
  expect(await stats()).toMatchObject({ totalOpen: 1, totalClosed: 0, totalUnread: 1 })
})

test.each([
  ['an opt-out', 'STOP'],
  ['an opt-in', 'START'],
  ['a reaction', 'Liked “See you then”'],
  ['the auto-reply of a phone', 'I’m driving with Focus turned on. I’ll see your message when I get where I’m going.'],
])('%s leaves a closed conversation closed and read', async (_, text) => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  expect(await tenant.textFrom(phone, text)).toMatchObject({ sid, attributes: { isClosed: true, unreadMessages: 0 } })
  expect(ok(await tenant.owner.call(contract.conversations.getStats, {})).data).toMatchObject({
    totalOpen: 0,
    totalClosed: 1,
  })
  expect(await tenant.textFrom(phone, 'HELP')).toMatchObject({
    sid,
    attributes: { isClosed: false, unreadMessages: 1 },
  })
})

test('an opt-out in a sentence reopens a closed conversation, because it may ask for more', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  const text = 'Please stop texting me. And what about my invoice?'
  expect(await tenant.textFrom(phone, text)).toMatchObject({
    attributes: { isClosed: false },
    contact: { isOptedOut: true },
  })
})

test('texts of a blocked number are stored without counting as unread or reopening', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  const after = await tenant.textFrom(phone, 'Hello??')
  expect(after.attributes).toMatchObject({ isClosed: true, unreadMessages: 0 })
  expect((await tenant.messagesOf(after)).map(({ attributes }) => attributes.type)).toEqual(['text', 'update', 'text'])
})

test('each of our numbers has its own conversation with a contact', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const phone = newPhone()
  const [north, south] = tenant.numbers
  const first = await tenant.textFrom(phone, 'To the north', { to: north ?? '' })
  const second = await tenant.textFrom(phone, 'To the south', { to: south ?? '' })
  expect(second.sid).not.toBe(first.sid)
  expect(second.contact.id).toBe(first.contact.id)
  expect([first, second].map(({ attributes }) => attributes.locationID)).toEqual(tenant.locationIds)
})

test('a phone that texts two businesses is a separate contact in each', async () => {
  const [one, two] = [await instance.createTenant(), await instance.createTenant()]
  const phone = newPhone()
  const first = await one.textFrom(phone, 'For the first')
  const second = await two.textFrom(phone, 'For the second')
  expect(first.contact.id).not.toBe(second.contact.id)
  expect(await two.owner.call(contract.conversations.getBySid, { sid: first.sid })).toFail('ConversationNotFound')
  expect((await two.list(two.owner)).map(({ sid }) => sid)).toEqual([second.sid])
})

test.each([
  ['emoji', '👍🏽 👨‍👩‍👧‍👦 🇺🇸'],
  ['right to left', 'שלום, אפשר לקבוע תור? مرحبا'],
  ['zero-width and control characters', 'a\u200bb\u202ec\u0007d'],
  ['1600 characters', 'ä'.repeat(1600)],
  ['10,000 characters', 'Wörter 🦷 '.repeat(1000)],
  ['zero-width characters only', '\u200b\u2060\u200d'],
  ['markup and quotes', `<img src=x onerror=alert(1)> ' " \\ %00 \${x} {{x}}`],
  ['line breaks and edges', '  two\r\nlines\t '],
  ['only spaces', '   '],
])('a text of %s is kept as it came', async (_kind, body) => {
  const tenant = await instance.createTenant()
  expect((await arrive(tenant, { from: newPhone(), body })).status).toBe(200)
  const [conversation] = await tenant.list(tenant.owner)
  const [message] = await tenant.messagesOf(conversation as { sid: string })
  expect(message?.body).toBe(body)
})

test('NUL characters, which PostgreSQL cannot store, are removed', async () => {
  const tenant = await instance.createTenant()
  const media = { NumMedia: '1', MediaUrl0: `${instance.url}/a\0b`, MediaContentType0: 'image/\0png' }
  expect((await arrive(tenant, { from: newPhone(), body: 'a\0b', ...media })).status).toBe(200)
  const [conversation] = await tenant.list(tenant.owner)
  const [message] = await tenant.messagesOf(conversation as { sid: string })
  expect(message?.body).toBe('ab')
})

test.each([
  ['a short code', '72345'],
  ['a toll-free short name', 'CHASE BANK'],
])('a text from %s, which nobody can answer, is shown as it is', async (_kind, from) => {
  const tenant = await instance.createTenant()
  expect((await arrive(tenant, { from, body: 'Your code is 123456' })).status).toBe(200)
  expect(await tenant.list(tenant.owner)).toMatchObject([{ phoneNumber: from, friendlyName: from }])
})

test('behind a proxy the signature is verified against the public URL', async () => {
  const proxied = await startTestInstance({ env: { PUBLIC_URL: 'https://desk.example.com/', TRUST_PROXY: 'on' } })
  try {
    const tenant = await proxied.createTenant()
    const { sid: accountSid, authToken } = proxied.account
    const form = inboundForm({ accountSid, to: tenant.numbers[0] ?? '', from: newPhone(), body: 'Hi' })
    const post = (signedUrl: string) => postAsCarrier(proxied.url + PATH, form, { authToken, signedUrl })
    expect((await post(proxied.url + PATH)).status).toBe(403)
    expect((await post(`http://desk.example.com${PATH}`)).status).toBe(403)
    expect((await post(`https://desk.example.com${PATH}`)).status).toBe(200)
  } finally {
    await proxied.close()
  }
})
