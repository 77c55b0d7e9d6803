import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import { checkSend, recordConsent, type SendRequest } from './index.ts'

const instance = await sharedTestInstance()
/** A Monday at noon in New York. */
const NOON = '2026-03-02T17:00:00.000Z'

const ask = (tenant: Tenant, contactPhone: string, request: Partial<SendRequest> = {}) =>
  instance.server.services.inTenant(tenant, (tx) =>
    checkSend(
      tx,
      { contactPhone, tenantPhone: tenant.numbers[0] ?? '', purpose: 'automatic', at: NOON, ...request },
      true,
    ),
  )

const optIn = (tenant: Tenant, contactPhone: string) =>
  instance.server.services.inTenant(tenant, (tx) =>
    recordConsent(tx, {
      contactPhone,
      tenantPhone: null,
      kind: 'opt-in',
      purpose: 'marketing',
      source: 'paper-form',
      wording: 'Send me offers',
      at: tx.now(),
    }),
  )

const NO_CONSENT = { verdict: 'refuse', reasons: ['no-consent'] }

test('marketing only goes to contacts who agreed, whatever is saved with the settings', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello')
  expect(await ask(tenant, phone)).toMatchObject({ verdict: 'send' })
  expect(await ask(tenant, phone, { isMarketing: true })).toEqual(NO_CONSENT)
  await optIn(tenant, phone)
  expect(await ask(tenant, phone, { isMarketing: true })).toMatchObject({ verdict: 'send' })
  const other = newPhone()
  expect(await ask(tenant, other, { isMarketing: true })).toEqual(NO_CONSENT)
  // Of a business that turned consent off while that was a setting.
  await instance.server.database.owner.query(
    `insert into settings (tenant_id, key, value, version, updated_at)
     values ($1, 'sending', '{"requiresMarketingConsent": false}', 1, now())`,
    [tenant.tenantId],
  )
  expect(await ask(tenant, other, { isMarketing: true })).toEqual(NO_CONSENT)
  expect(await ask(tenant, '+442079460123', { isMarketing: true })).toEqual(NO_CONSENT)
})

test('marketing to Canada always takes consent', async () => {
  const tenant = await instance.createTenant()
  const phone = '+14165550123'
  expect(await ask(tenant, phone, { isMarketing: true })).toEqual(NO_CONSENT)
  await optIn(tenant, phone)
  expect(await ask(tenant, phone, { isMarketing: true })).toMatchObject({ verdict: 'send' })
  expect(await ask(tenant, phone)).toMatchObject({ verdict: 'send' })
})

test('a recorded purchase or inquiry implies consent in Canada until it lapses, and an opt-out ends it', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const { owner } = tenant
  const record = async (phone: string, kind: 'purchase' | 'inquiry', happenedOn: string) => {
    const { id } = ok(await owner.call(contract.contacts.add, { name: 'Ann', phone }))
    const implied = { kind, purpose: 'marketing', source: 'in-person', wording: 'A cleaning', happenedOn } as const
    return { id, consent: ok(await owner.call(contract.consent.record, { contactId: id, ...implied })) }
  }
  const [buyer, asker, american] = ['+14165550124', '+14165550125', newPhone()]
  const { id, consent: recorded } = await record(buyer, 'purchase', '2024-03-03')
  expect(recorded.events).toMatchObject([{ kind: 'purchase', agreedOn: '2024-03-03', wording: 'A cleaning' }])
  await record(asker, 'inquiry', '2025-09-01')
  await record(american, 'purchase', '2026-03-01')
  expect(await ask(tenant, buyer, { isMarketing: true })).toMatchObject({ verdict: 'send' })
  // 24 months after the purchase, and 6 months after the inquiry.
  expect(await ask(tenant, buyer, { isMarketing: true, at: '2026-03-03T17:00:00.000Z' })).toEqual(NO_CONSENT)
  expect(await ask(tenant, asker, { isMarketing: true })).toEqual(NO_CONSENT)
  expect(await ask(tenant, american, { isMarketing: true })).toEqual(NO_CONSENT)
  const stop = { contactId: id, kind: 'opt-out', purpose: 'marketing', source: 'email', wording: '' } as const
  ok(await owner.call(contract.consent.record, stop))
  expect(await ask(tenant, buyer, { isMarketing: true })).toMatchObject({ reasons: ['opted-out-of-marketing'] })
  const undated = { ...stop, kind: 'purchase', wording: 'A cleaning' } as const
  expect(await owner.call(contract.consent.record, undated)).toFail('InvalidInput')
})

test('START is an opt-in, and an opt-out of marketing outweighs an opt-in elsewhere', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const phone = newPhone()
  await tenant.textFrom(phone, 'STOP')
  await tenant.textFrom(phone, 'START')
  expect(await ask(tenant, phone, { isMarketing: true })).toMatchObject({ verdict: 'send' })
  await tenant.textFrom(phone, 'STOP')
  await optIn(tenant, phone)
  await tenant.textFrom(phone, 'STOP')
  expect(await ask(tenant, phone, { isMarketing: true })).toMatchObject({ verdict: 'refuse', reasons: ['opted-out'] })
})

test('the field that holds the state of contacts decides about their hours and the law of their country', async () => {
  const tenant = await instance.createTenant({ contactsAgree: false })
  const { owner } = tenant
  const drafts = [
    { name: 'State', type: 'text' as const },
    { name: 'Visits', type: 'number' as const },
  ]
  const { fields } = ok(await owner.call(contract.contactFields.save, { fields: drafts, version: 0 }))
  const [state = '', visits = ''] = fields.map(({ id }) => id)
  const choose = (stateFieldID: string) => owner.call(contract.sending.saveSettings, { stateFieldID })
  for (const wrong of [visits, crypto.randomUUID()]) expect(await choose(wrong)).toFail('ContactFieldNotFound')
  ok(await choose(state))
  const add = async (stated: string) => {
    const phone = newPhone()
    ok(await owner.call(contract.contacts.add, { name: 'Ann', phone, custom: { [state]: stated } }))
    return phone
  }
  const [hawaiian, canadian] = [await add('Hawaii'), await add('Halifax, NS B3H 1A1')]
  // Noon in New York is seven in the morning in Hawaii.
  expect(await ask(tenant, hawaiian)).toEqual({
    verdict: 'hold',
    reasons: ['quiet-hours'],
    until: '2026-03-02T18:00:00.000Z',
  })
  expect(await ask(tenant, canadian)).toMatchObject({
    verdict: 'send',
    basis: { hours: { zoneFrom: 'address', country: 'CA', opens: '09:00', closes: '21:30' } },
  })
  expect(await ask(tenant, canadian, { isMarketing: true })).toEqual(NO_CONSENT)
  await optIn(tenant, hawaiian)
  const contactIDs = ok(await owner.call(contract.contactList.getList, {})).contacts.map(({ id }) => id)
  const preview = ok(await owner.call(contract.groups.previewMessage, { contactIDs, text: 'Sale' })).data
  expect(preview.excluded).toEqual([{ reason: 'no-consent', count: 1 }])
  await optIn(tenant, canadian)
  expect(await ask(tenant, canadian, { isMarketing: true })).toMatchObject({ verdict: 'send' })
})

/** Stores automated messages that were sent at these times. */
async function addAutomated(tenant: Tenant, phone: string, times: string[]) {
  const conversation = await tenant.textFrom(phone, 'Hello')
  for (const at of times)
    await instance.server.database.owner.query(
      `with next as (
        update conversations set latest_index = latest_index + 1 where tenant_id = $1 and contact_phone = $2
        returning tenant_id, id, latest_index
      )
      insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, purpose, delivery_status, created_at)
      select tenant_id, gen_random_uuid(), id, latest_index, 'text', true, '', 'Sale', 'automatic', 'delivered', $3 from next`,
      [tenant.tenantId, phone, at],
    )
  return conversation
}

test('further automated texts wait until a day after the oldest that counts; those of teammates do not count or wait', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await addAutomated(tenant, phone, ['2026-03-01T15:00:00Z', '2026-03-01T18:00:00Z', '2026-03-02T01:00:00Z'])
  const held = await ask(tenant, phone, { isMarketing: true })
  expect(held).toMatchObject({ verdict: 'send' })
  await addAutomated(tenant, phone, ['2026-03-02T16:00:00Z'])
  expect(await ask(tenant, phone, { isMarketing: true })).toEqual({
    verdict: 'hold',
    reasons: ['daily-limit'],
    until: '2026-03-02T18:00:00.000Z',
  })
  expect(await ask(tenant, phone, { purpose: 'conversation', isAutomated: true })).toEqual({
    verdict: 'refuse',
    reasons: ['daily-limit'],
  })
  expect(await ask(tenant, phone)).toMatchObject({ verdict: 'send' })
  expect(await ask(tenant, phone, { purpose: 'conversation' })).toMatchObject({ verdict: 'send' })
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 4 }))
  expect(await ask(tenant, phone, { isMarketing: true })).toMatchObject({ verdict: 'send' })
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 1 }))
  // The day after falls into the night, so the text waits until the morning.
  await addAutomated(tenant, phone, ['2026-03-02T16:30:00Z'])
  expect(await ask(tenant, phone, { isMarketing: true, at: '2026-03-03T16:00:00Z' })).toEqual({
    verdict: 'hold',
    reasons: ['daily-limit'],
    until: '2026-03-03T16:30:00.000Z',
  })
})

test('automated texts that are deleted, or whose conversation is, still count', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  ok(await owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 2 }))
  const phone = newPhone()
  const sentAt = [5, 4].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
  const conversation = await addAutomated(tenant, phone, sentAt)
  const at = new Date().toISOString()
  const held = { verdict: 'hold', reasons: ['daily-limit'] }
  expect(await ask(tenant, phone, { isMarketing: true, at })).toMatchObject(held)
  const [text] = (await tenant.messagesOf(conversation)).filter(({ body }) => body === 'Sale')
  ok(await owner.call(contract.messages.remove, { sid: text?.sid ?? '' }))
  expect(await ask(tenant, phone, { isMarketing: true, at })).toMatchObject(held)
  ok(await owner.call(contract.conversations.remove, { sid: conversation.sid }))
  expect(await ask(tenant, phone, { isMarketing: true, at })).toMatchObject(held)
  const later = new Date(Date.now() + 21 * 3_600_000).toISOString()
  expect(await ask(tenant, phone, { isMarketing: true, at: later })).not.toMatchObject({ reasons: ['daily-limit'] })
})

test('the daily limit is of the person: texts to their other numbers count too', async () => {
  const tenant = await instance.createTenant()
  const [phone, other] = [newPhone(), newPhone()]
  const { contact } = await addAutomated(tenant, phone, ['2026-03-02T13:00:00Z', '2026-03-02T14:00:00Z'])
  ok(await tenant.owner.call(contract.contacts.addPhone, { id: contact.id, phone: other }))
  await addAutomated(tenant, other, ['2026-03-02T15:00:00Z'])
  const held = { verdict: 'hold', reasons: ['daily-limit'], until: '2026-03-03T13:00:00.000Z' }
  expect(await ask(tenant, phone, { isMarketing: true })).toEqual(held)
  expect(await ask(tenant, other, { isMarketing: true })).toEqual(held)
})

test('a number that the carrier cannot reach gets no automatic texts until it texts us or a text arrives', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const send = () =>
    tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Are you there?',
      clientMessageId: crypto.randomUUID(),
    })
  await instance.addFault({ kind: 'fail-send', code: 30003, phone, times: 1 })
  ok(await send())
  await instance.idle()
  const unreachable = { verdict: 'refuse', reasons: ['unreachable'] }
  expect(await ask(tenant, phone)).toEqual(unreachable)
  expect(await ask(tenant, phone, { isMarketing: true })).toEqual(unreachable)
  const preview = ok(
    await tenant.owner.call(contract.sending.preview, { conversationSid: conversation.sid, text: 'Hi' }),
  )
  expect(preview.data).toMatchObject({ verdict: 'send' })
  expect(preview.data.warnings).toContain('unreachable')
  ok(await send())
  await instance.idle()
  expect(await ask(tenant, phone)).toMatchObject({ verdict: 'send' })
  await instance.addFault({ kind: 'fail-send', code: 30005, phone, times: 1 })
  ok(await send())
  await instance.idle()
  expect(await ask(tenant, phone)).toEqual(unreachable)
  await tenant.textFrom(phone, 'I am back')
  expect(await ask(tenant, phone)).toMatchObject({ verdict: 'send' })
})
