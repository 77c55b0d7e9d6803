import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { inboundForm, postAsCarrier } from '../../../testing/carrier-post.ts'
import { ok } from '../../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../../testing/test-instance.ts'
import { answerKeyword } from './answer-keyword.job.ts'

const instance = await sharedTestInstance()

const CARRIER_SAYS = /unsubscribed\. You will not receive any more messages from this number/
const WE_SAY = (business: string) => `${business}: You are unsubscribed`

const toPhone = async (tenant: Tenant, phone: string) =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

const write = (tenant: Tenant, conversation: { sid: string }, text = 'Hello?') =>
  tenant.owner.call(contract.messages.send, {
    conversationSid: conversation.sid,
    text,
    clientMessageId: crypto.randomUUID(),
  })

async function proofs(tenant: Tenant) {
  const { rows } = await instance.server.database.owner.query(
    'select kind, source, wording, tenant_phone, contact_phone from consent_events where tenant_id = $1 order by created_at, id',
    [tenant.tenantId],
  )
  return rows
}

test.each(['STOP', 'stopall', ' Unsubscribe ', 'CANCEL', 'end', 'Quit', 'REVOKE', 'optout'])(
  '“%s” opts out: the carrier confirms, we do not, and nothing is sent any more',
  async (word) => {
    const tenant = await instance.createTenant()
    const phone = newPhone()
    await tenant.textFrom(phone, 'Hello')
    const conversation = await tenant.textFrom(phone, word)
    expect(conversation.contact.isOptedOut).toBe(true)
    const replies = await toPhone(tenant, phone)
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatch(CARRIER_SAYS)
    expect(await write(tenant, conversation)).toMatchObject({ body: { data: { reasons: ['opted-out'] } } })
    expect(await proofs(tenant)).toEqual([
      { kind: 'opt-out', source: 'text', wording: word, tenant_phone: tenant.numbers[0], contact_phone: phone },
    ])
  },
)

test('the first text of a contact can be a keyword', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Stop!')
  expect(conversation.contact.isOptedOut).toBe(true)
})

test('REMOVE, which carriers don’t handle, is confirmed by us once', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'Remove')
  const again = await tenant.textFrom(phone, 'REMOVE')
  const replies = await toPhone(tenant, phone)
  expect(replies).toHaveLength(1)
  expect(replies[0]).toContain(WE_SAY(tenant.owner.auth.tenantName))
  expect(replies[0]).toContain('START')
  expect(await write(tenant, again)).toFail('SendRefused')
  const messages = await tenant.messagesOf(again)
  expect(messages.map(({ attributes }) => attributes.isOutgoingMessage)).toEqual([false, true, false])
  expect(messages[1]).toMatchObject({ deliveryStatus: 'delivered', authorUserID: null })
})

test('REMOVE after STOP is not confirmed, because the carrier would reject it', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'STOP')
  const conversation = await tenant.textFrom(phone, 'REMOVE')
  expect(await toPhone(tenant, phone)).toHaveLength(1)
  expect((await tenant.messagesOf(conversation)).every(({ attributes }) => !attributes.isOutgoingMessage)).toBe(true)
})

test('an opt-out that is repeated to another of our numbers is not confirmed again', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.numbers
  const phone = newPhone()
  await tenant.textFrom(phone, 'REMOVE', { to: first })
  await tenant.textFrom(phone, 'Please don’t text me again', { to: second })
  expect(await toPhone(tenant, phone)).toHaveLength(1)
  // They opted in to the second number alone, so leaving it is another opt-out.
  await tenant.textFrom(phone, 'UNSTOP', { to: second })
  await tenant.textFrom(phone, 'REMOVE', { to: second })
  const confirmations = (await toPhone(tenant, phone)).filter((body) => body.includes('You are unsubscribed'))
  expect(confirmations).toHaveLength(2)
})

test('a sentence that asks for no more texts opts out, is kept as the wording, and is confirmed by us once', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'Please don’t text me again')
  const conversation = await tenant.textFrom(phone, 'I said stop texting me')
  expect(conversation.contact.isOptedOut).toBe(true)
  expect(conversation.attributes.needsAnswerSince).toBeNull()
  expect(await write(tenant, conversation)).toMatchObject({ body: { data: { reasons: ['opted-out'] } } })
  const replies = await toPhone(tenant, phone)
  expect(replies).toHaveLength(1)
  expect(replies[0]).toContain(WE_SAY(tenant.owner.auth.tenantName))
  expect((await proofs(tenant))[0]).toMatchObject({
    kind: 'opt-out',
    source: 'text',
    wording: 'Please don’t text me again',
  })
  await tenant.textFrom(phone, 'START')
  await tenant.textFrom(phone, 'Stop texting me')
  expect((await toPhone(tenant, phone)).filter((body) => body.includes('You are unsubscribed'))).toHaveLength(2)
})

test('a keyword with a signature opts out, and the confirmation is ours', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'STOP\n-- \nSent from my iPhone')
  expect(conversation.contact.isOptedOut).toBe(true)
  expect(await toPhone(tenant, phone)).toEqual([expect.stringContaining(WE_SAY(tenant.owner.auth.tenantName))])
})

test('a sentence after STOP is not confirmed, because the carrier would reject it', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'STOP')
  await tenant.textFrom(phone, 'Stop texting me')
  expect(await toPhone(tenant, phone)).toHaveLength(1)
})

test('Spanish and French keywords are answered in their language', async () => {
  const tenant = await instance.createTenant()
  const [spanish, french] = [newPhone(), newPhone()]
  await tenant.textFrom(spanish, 'Ayuda')
  expect((await tenant.textFrom(spanish, 'ALTO')).contact.isOptedOut).toBe(true)
  expect((await tenant.textFrom(french, 'Arrêt')).contact.isOptedOut).toBe(true)
  expect(await toPhone(tenant, spanish)).toEqual([
    expect.stringMatching(/Responde ALTO para cancelar/),
    expect.stringMatching(/no recibirás más mensajes/),
  ])
  expect(await toPhone(tenant, french)).toEqual([expect.stringMatching(/Vous êtes désabonné/)])
})

test('START lifts the opt-out', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await tenant.textFrom(phone, 'STOP')
  const conversation = await tenant.textFrom(phone, 'Start')
  expect(conversation.contact.isOptedOut).toBe(false)
  ok(await write(tenant, conversation, 'Welcome back'))
  await instance.idle()
  expect((await toPhone(tenant, phone)).at(-1)).toBe('Welcome back')
  expect((await proofs(tenant)).map(({ kind }) => kind)).toEqual(['opt-out', 'opt-in'])
})

test('YES lifts an opt-out, and is an ordinary text without one', async () => {
  const tenant = await instance.createTenant()
  const [stopped, other] = [newPhone(), newPhone()]
  await tenant.textFrom(stopped, 'STOP')
  expect((await tenant.textFrom(stopped, 'Yes')).contact.isOptedOut).toBe(false)
  expect((await tenant.textFrom(other, 'Yes')).contact.isOptedOut).toBe(false)
  expect((await proofs(tenant)).map(({ kind, contact_phone }) => [kind, contact_phone])).toEqual([
    ['opt-out', stopped],
    ['opt-in', stopped],
  ])
})

test('HELP is answered with the business’s name once, even if the job runs again', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'help')
  const [question] = await tenant.messagesOf(conversation)
  const messageId = question?.sid.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const payload = { tenantId: tenant.tenantId, messageId, answer: 'help' }
  await Promise.all(
    [1, 2, 3].map(() => answerKeyword.run(instance.server.services, payload, { jobId: '0', isLast: false })),
  )
  await instance.idle()
  const ours = (await toPhone(tenant, phone)).filter((body) => body.startsWith(tenant.owner.auth.tenantName))
  expect(ours).toHaveLength(1)
  expect(ours[0]).toMatch(/Reply STOP to opt out/)
  expect(await proofs(tenant)).toMatchObject([{ kind: 'help', wording: 'help' }])
})

test('a blocked number gets no reply to HELP', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  ok(await tenant.owner.call(contract.conversations.block, { sid }))
  await tenant.textFrom(phone, 'HELP')
  expect((await toPhone(tenant, phone)).filter((body) => body.startsWith(tenant.owner.auth.tenantName))).toEqual([])
})

test('a keyword delivered many times is applied, recorded and answered once', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await instance.addFault({ kind: 'duplicate', target: 'inbound', number: tenant.numbers[0] ?? '' })
  await tenant.textFrom(phone, 'REMOVE')
  expect(await proofs(tenant)).toHaveLength(1)
  expect(await toPhone(tenant, phone)).toHaveLength(1)
})

test('the result of the carrier’s advanced opt-out is applied in any language', async () => {
  const tenant = await instance.createTenant()
  const from = newPhone()
  const arrive = (body: string, OptOutType: string) => {
    const path = '/webhooks/twilio/message'
    const { sid: accountSid, authToken } = instance.account
    const form = inboundForm({ accountSid, to: tenant.numbers[0] ?? '', from, body, OptOutType })
    return postAsCarrier(instance.url + path, form, { authToken, signedUrl: instance.server.publicUrl() + path })
  }
  await arrive('ARRÊT', 'STOP')
  expect((await tenant.conversationWith(from))?.contact.isOptedOut).toBe(true)
  await arrive('REPRENDRE', 'START')
  expect((await tenant.conversationWith(from))?.contact.isOptedOut).toBe(false)
  await arrive('AIDE', 'HELP')
  await instance.idle()
  expect(await toPhone(tenant, from)).toEqual([])
  expect((await proofs(tenant)).map(({ kind }) => kind)).toEqual(['opt-out', 'opt-in', 'help'])
})

test('an opt-out at one number applies to all; START opts in to the number it was sent to', async () => {
  const tenant = await instance.createTenant({ locations: 3 })
  const [north, south, west] = tenant.numbers as [string, string, string]
  const phone = newPhone()
  for (const to of [north, south, west]) await tenant.textFrom(phone, 'Hello', { to })
  await tenant.textFrom(phone, 'STOP', { to: north })
  const at = async (number: string) => {
    const conversation = await tenant.conversationWith(phone, number)
    if (!conversation) throw new Error('no conversation')
    return conversation
  }
  for (const number of [north, south, west]) {
    expect((await at(number)).contact.isOptedOut).toBe(true)
    expect(await write(tenant, await at(number))).toFail('SendRefused')
  }
  await tenant.textFrom(phone, 'START', { to: south })
  ok(await write(tenant, await at(south)))
  for (const number of [north, west]) expect(await write(tenant, await at(number))).toFail('SendRefused')
  const other = await instance.createTenant()
  ok(await write(other, await other.textFrom(phone, 'Hello')))
})

test('consent events are append-only', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'STOP')
  const { inTenant } = instance.server.services
  await expect(
    inTenant(tenant, (tx) => tx.updateTable('consentEvents').set({ kind: 'opt-in' }).execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(inTenant(tenant, (tx) => tx.deleteFrom('consentEvents').execute())).rejects.toThrow(/permission denied/)
  expect(await proofs(tenant)).toHaveLength(1)
})

test.each([
  { code: 21610, learnt: { isOptedOut: true }, reasons: ['opted-out'] },
  { code: 30006, learnt: { lineType: 'landline' }, reasons: ['landline'] },
])(
  'what only the carrier knows of a number is learnt from its refusal ($code), for every thread with it',
  async ({ code, learnt, reasons }) => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [north, south] = tenant.numbers as [string, string]
    const phone = newPhone()
    const conversation = await tenant.textFrom(phone, 'Hello', { to: north })
    const other = await tenant.textFrom(phone, 'Hello', { to: south })
    await instance.addFault({ kind: 'fail-send', code, phone, times: 1 })
    ok(await write(tenant, conversation))
    await instance.idle()
    for (const each of [conversation, other]) {
      const now = await tenant.conversationWith(phone, each.tenantPhoneNumber)
      expect(now?.contact).toMatchObject(learnt)
      // Open screens accept a state with a newer version.
      expect(now?.version).toBeGreaterThan(each.version)
      expect(await write(tenant, each)).toMatchObject({ body: { data: { reasons } } })
    }
    expect(await proofs(tenant)).toMatchObject(code === 21610 ? [{ kind: 'opt-out', source: 'carrier' }] : [])
  },
)
