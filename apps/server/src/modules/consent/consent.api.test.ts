import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { bySid, merge, send, twoPhones, unmerge } from '../../testing/merging.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { findConversation } from '../conversations/index.ts'
import { writeMessage } from '../messages/outbound/write-message.ts'
import { checkSend } from '../messaging/index.ts'

const instance = await sharedTestInstance()
const { consent, contacts } = contract

const record = (
  person: TestUser,
  contactId: string,
  values: Partial<Parameters<typeof person.call<typeof consent.record>>[1]> = {},
) =>
  person.call(consent.record, {
    contactId,
    kind: 'opt-out',
    purpose: 'all',
    source: 'phone-call',
    wording: 'Please stop texting me',
    ...values,
  })

const read = async (person: TestUser, contactId: string) => ok(await person.call(consent.get, { contactId }))

/** The verdict of the send gate on a text and on a marketing text. */
async function verdicts(tenant: Tenant, contactPhone: string, tenantPhone = tenant.numbers[0] ?? '') {
  const ask = (isMarketing: boolean) =>
    instance.server.services.inTenant(tenant, async (tx) => {
      const request = { contactPhone, tenantPhone, purpose: 'conversation', isMarketing, at: tx.now() } as const
      const decision = await checkSend(tx, request, true)
      return decision.verdict === 'send' ? 'sent' : decision.reasons[0]
    })
  return { service: await ask(false), marketing: await ask(true) }
}

test('a recorded opt-out is evidence, refuses texts with the reason, and shows on open screens', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const { id } = conversation.contact
  const screen = await connectLive(instance.url, owner.auth)
  const member = await tenant.createUser('Manager')
  const recorded = ok(await record(member, id))
  expect(recorded.events).toMatchObject([
    {
      phoneNumber: phone,
      tenantPhoneNumber: null,
      kind: 'opt-out',
      purpose: 'all',
      source: 'phone-call',
      wording: 'Please stop texting me',
      recordedBy: member.auth.displayName,
      message: null,
    },
  ])
  expect(recorded.numbers).toMatchObject([
    { tenantPhoneNumber: tenant.numbers[0], service: 'opted-out', marketing: 'opted-out', isOptedOutByText: false },
    { tenantPhoneNumber: null, service: 'opted-out', marketing: 'opted-out' },
  ])
  await screen.waitFor('conversation.changed', (event) => event.conversation.contact.isOptedOut)
  await screen.waitFor('contact.changed', (event) => event.contactID === id)
  screen.close()
  expect(await send(owner, conversation, 'Hi')).toMatchObject({ body: { data: { reasons: ['opted-out'] } } })
  expect(ok(await owner.call(contacts.get, { id })).isOptedOut).toBe(true)
  expect(await record(owner, id, { kind: 'opt-in', wording: ' ' })).toFail('InvalidInput')

  const evidence = { wording: 'Text me', pageUrl: 'https://shop.example/join', ipAddress: '203.0.113.7' }
  const agreed = ok(await record(owner, id, { kind: 'opt-in', source: 'web-page', ...evidence }))
  expect(agreed.numbers[0]).toMatchObject({ service: 'opted-in', marketing: 'opted-in' })
  expect(agreed.events[0]).toMatchObject(evidence)
  ok(await send(owner, conversation, 'Welcome back'))
})

test('“no marketing” leaves conversations alone; STOP and START concern both', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const { id } = conversation.contact
  ok(await record(owner, id, { purpose: 'marketing' }))
  expect(await verdicts(tenant, phone)).toEqual({ service: 'sent', marketing: 'opted-out-of-marketing' })
  expect((await read(owner, id)).numbers[0]).toMatchObject({ service: 'none', marketing: 'opted-out' })
  expect(ok(await owner.call(contacts.get, { id })).isOptedOut).toBe(false)
  ok(await send(owner, conversation, 'Your order is ready'))
  await instance.idle()
  expect(await record(owner, id, { purpose: 'service' })).toFail('InvalidInput')

  await tenant.textFrom(phone, 'STOP')
  expect(await verdicts(tenant, phone)).toEqual({ service: 'opted-out', marketing: 'opted-out' })
  await tenant.textFrom(phone, 'START')
  expect(await verdicts(tenant, phone)).toEqual({ service: 'sent', marketing: 'sent' })
  const { events, numbers } = await read(owner, id)
  expect(events.map(({ kind, purpose, source }) => [kind, purpose, source])).toEqual([
    ['opt-in', 'all', 'text'],
    ['opt-out', 'all', 'text'],
    ['opt-out', 'marketing', 'phone-call'],
  ])
  expect(events[1]).toMatchObject({ wording: 'STOP', message: { conversationSid: conversation.sid, text: 'STOP' } })
  expect(numbers[0]).toMatchObject({ service: 'opted-in', marketing: 'opted-in' })
})

test('a marketing text that waits to be sent is refused once the contact opts out of marketing', async () => {
  const tenant = await instance.createTenant()
  const conversation = await tenant.textFrom(newPhone(), 'Hello')
  ok(await record(tenant.owner, conversation.contact.id, { purpose: 'marketing' }))
  const { services } = instance.server
  const write = (body: string, isMarketing: boolean) =>
    services.inTenant(tenant, async (tx) => {
      const row = await findConversation(tx, null, fromSid(conversation.sid), 'change')
      if (!row) throw new Error('The conversation was not found.')
      const id = crypto.randomUUID()
      await writeMessage(services, tx, {
        conversation: row,
        viaId: null,
        id,
        body,
        files: [],
        author: null,
        isMarketing,
      })
    })
  await write('Spring sale', true)
  await write('Your order is ready', false)
  await instance.idle()
  const messages = await tenant.messagesOf(conversation)
  expect(messages.map(({ body, deliveryStatus }) => [body, deliveryStatus])).toEqual([
    ['Hello', null],
    ['Spring sale', 'failed'],
    ['Your order is ready', 'delivered'],
  ])
})

test('no record lifts a STOP, which the carrier applies; another of our numbers may be opted in to', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.numbers
  const phone = newPhone()
  const { contact } = await tenant.textFrom(phone, 'STOP', { to: here })
  const optIn = { kind: 'opt-in', wording: 'Agreed at the desk', source: 'in-person' } as const
  for (const tenantPhoneNumber of [here, null]) {
    const refused = await record(owner, contact.id, { ...optIn, tenantPhoneNumber })
    expect(refused).toFail('OptedOutByText')
    expect(refused).toMatchObject({ body: { data: { tenantPhoneNumbers: [here] } } })
  }
  expect(await verdicts(tenant, phone, there)).toMatchObject({ service: 'opted-out' })
  const { numbers } = ok(await record(owner, contact.id, { ...optIn, tenantPhoneNumber: there }))
  expect(numbers).toMatchObject(
    [
      { tenantPhoneNumber: here, service: 'opted-out', isOptedOutByText: true },
      { tenantPhoneNumber: there, service: 'opted-in' },
      { tenantPhoneNumber: null, service: 'opted-out' },
    ].toSorted((a, b) => ((a.tenantPhoneNumber ?? '~') < (b.tenantPhoneNumber ?? '~') ? -1 : 1)),
  )
  expect(await verdicts(tenant, phone, there)).toEqual({ service: 'sent', marketing: 'sent' })
  expect(await verdicts(tenant, phone, here)).toMatchObject({ service: 'opted-out' })

  // An opt-out recorded for all our numbers ends that too.
  ok(await record(owner, contact.id))
  expect(await verdicts(tenant, phone, there)).toEqual({ service: 'opted-out', marketing: 'opted-out' })
  // Texting START lifts it at the number it was sent to.
  await tenant.textFrom(phone, 'START', { to: here })
  expect(await verdicts(tenant, phone, here)).toEqual({ service: 'sent', marketing: 'sent' })
  expect(await verdicts(tenant, phone, there)).toMatchObject({ service: 'opted-out' })
})

test('an opt-out stays with the number: deleted, added again, imported again, and for a number we get later', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = ''] = tenant.locationIds
  const phone = newPhone()
  const { id } = ok(await owner.call(contacts.add, { name: 'Ann', phone }))
  ok(await record(owner, id))
  const isRefused = async () => {
    const present = ok(await owner.call(contacts.getByPhone, { phoneNumber: phone })).contact
    expect(present?.isOptedOut).toBe(true)
    for (const number of tenant.numbers)
      expect(await verdicts(tenant, phone, number)).toMatchObject({ service: 'opted-out' })
    expect((await read(owner, present?.id ?? '')).events).toHaveLength(1)
    return present?.id ?? ''
  }
  const remove = async (contactId: string) => ok(await owner.call(contacts.remove, { id: contactId }))
  await remove(await isRefused())
  ok(await owner.call(contacts.add, { name: 'Ann', phone }))
  await remove(await isRefused())
  const { id: importId } = await uploadContacts(owner, `Name,Phone\r\nAnn,${phone}`, { check: { locationID: here } })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id: importId }))
  await instance.idle()
  await isRefused()
  expect(await verdicts(tenant, phone, '+12125550100')).toMatchObject({ service: 'opted-out' })
})

test('an import records the stated agreement once, lifts no opt-out, and its undo ends the agreement', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [known, stopped, recorded, agreed, fresh] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
  await tenant.textFrom(stopped, 'STOP')
  const ids = new Map<string, string>()
  const idOf = async (phone: string) =>
    ok(await owner.call(contacts.getByPhone, { phoneNumber: phone })).contact?.id ?? ids.get(phone) ?? ''
  for (const phone of [known, recorded, agreed]) ids.set(phone, ok(await owner.call(contacts.add, { phone })).id)
  ok(await record(owner, await idOf(recorded), { purpose: 'marketing' }))
  const before = { kind: 'opt-in', purpose: 'marketing', wording: 'Asked for offers', source: 'in-person' } as const
  ok(await record(owner, await idOf(agreed), before))

  const second = newPhone()
  const rows = [
    `A,${known},${second}`,
    ...[stopped, recorded, agreed].map((phone, n) => `B${n},${phone},`),
    `F,${fresh},`,
  ]
  const check = { locationID: tenant.locationIds[0] ?? '' }
  const { id } = await uploadContacts(owner, `Name,Phone,Work phone\n${rows.join('\n')}\n`, { check })
  await instance.idle()
  const { start, get, undo } = contract.contactImports
  expect(await owner.call(start, { id, marketingConsent: { wording: ' ' } })).toFail('InvalidInput')
  const wording = 'Signed the form at the desk in March'
  ok(await owner.call(start, { id, marketingConsent: { wording } }))
  await instance.idle()
  const consentOf = async () => ok(await owner.call(get, { id })).marketingConsent
  expect(await consentOf()).toEqual({ wording, recorded: 3, optedOut: 2 })
  const event = {
    kind: 'opt-in',
    purpose: 'marketing',
    source: 'import',
    wording,
    importFileName: 'contacts.csv',
    recordedBy: owner.auth.displayName,
    tenantPhoneNumber: null,
    agreedOn: null,
  }
  const { numbers, events } = await read(owner, await idOf(known))
  expect(events).toMatchObject([event, event])
  expect(new Set(events.map(({ phoneNumber }) => phoneNumber))).toEqual(new Set([known, second]))
  expect(numbers.map(({ service, marketing }) => [service, marketing])).toEqual([
    ['none', 'opted-in'],
    ['none', 'opted-in'],
  ])
  expect(await verdicts(tenant, stopped)).toEqual({ service: 'opted-out', marketing: 'opted-out' })
  expect(await verdicts(tenant, recorded)).toEqual({ service: 'sent', marketing: 'opted-out-of-marketing' })
  for (const phone of [stopped, recorded]) expect((await read(owner, await idOf(phone))).events).toHaveLength(1)

  // Someone who opted out since stays opted out; someone who had agreed before the import still has.
  ok(await record(owner, await idOf(fresh), { purpose: 'marketing' }))
  for (const phone of [known, fresh]) ids.set(phone, await idOf(phone))
  await tenant.textFrom(fresh, 'Hi')
  ok(await owner.call(undo, { id }))
  await instance.idle()
  const after = await read(owner, await idOf(known))
  expect(after.events.map(({ kind, source }) => [kind, source])).toEqual([
    ['void', 'import'],
    ['opt-in', 'import'],
  ])
  const marketing = async (phone: string) => (await read(owner, await idOf(phone))).numbers.at(-1)?.marketing
  expect(await marketing(known)).toBe('none')
  expect(await marketing(agreed)).toBe('opted-in')
  expect(await marketing(fresh)).toBe('opted-out')
  expect(await marketing(recorded)).toBe('opted-out')
  expect(await verdicts(tenant, known)).toEqual({ service: 'sent', marketing: 'no-consent' })
})

test('with a column of dates, an import records only people with a date, and only contacts its user sees all of', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const [dated, undated, future] = [newPhone(), newPhone(), newPhone()]
  const { contact: shared } = await tenant.textFrom(newPhone(), 'Hi')
  await tenant.textFrom(shared.phone, 'Hi', { to: tenant.numbers[1] ?? '' })
  const rows = [`A,${dated},3/14/2026`, `B,${undated},`, `C,${future},2999-01-01`, `D,${shared.phone},2026-01-01`]
  const csv = `Name,Phone,Opt-in date\n${rows.join('\n')}\n`
  const { id, mapping } = await uploadContacts(manager, csv, { check: { locationID: here } })
  expect(mapping).toEqual(['name', 'phone', 'consentedOn'])
  await instance.idle()
  ok(await manager.call(contract.contactImports.start, { id, marketingConsent: { wording: 'Web form' } }))
  await instance.idle()
  expect(ok(await manager.call(contract.contactImports.get, { id }))).toMatchObject({
    created: 3,
    updated: 1,
    counts: { warnings: 1 },
    marketingConsent: { recorded: 1, optedOut: 0 },
  })
  const eventsOf = async (phone: string) => {
    const { contact } = ok(await manager.call(contacts.getByPhone, { phoneNumber: phone }))
    return (await read(manager, contact?.id ?? '')).events
  }
  expect(await eventsOf(dated)).toMatchObject([{ agreedOn: '2026-03-14', wording: 'Web form' }])
  for (const phone of [undated, future, shared.phone]) expect(await eventsOf(phone)).toEqual([])
})

test('an opt-out stays with its number when conversations are merged and unmerged', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { mobile, work, first, second } = await twoPhones(tenant)
  ok(await record(owner, second.contact.id))
  ok(await merge(owner, second, first))
  const merged = ok(await bySid(owner, first.sid)).data
  expect(merged.contact.isOptedOut).toBe(false)
  expect(merged.merged).toMatchObject([{ phoneNumber: work, isOptedOut: true }])
  expect(await send(owner, first, 'Hi', second.sid)).toFail('SendRefused')
  ok(await send(owner, first, 'Hi', first.sid))
  const both = [await read(owner, first.contact.id), await read(owner, second.contact.id)]
  expect(both.map(({ events }) => events.length)).toEqual([0, 1])
  expect(both[1]?.numbers[0]).toMatchObject({ phoneNumber: work, tenantPhoneNumber: tenant.numbers[0] })
  ok(await unmerge(owner, first, second))
  expect((await tenant.conversationWith(work))?.contact.isOptedOut).toBe(true)
  expect((await tenant.conversationWith(mobile))?.contact.isOptedOut).toBe(false)
})

test('consent is read and recorded by those who see the contact; the texts of others stay theirs', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', elsewhere = ''] = tenant.locationIds
  const phone = newPhone()
  const conversation = await tenant.textFrom(phone, 'Hello')
  const { id } = conversation.contact
  await tenant.textFrom(phone, 'STOP', { to: tenant.numbers[1] ?? '' })
  const [ours, theirs] = [
    await tenant.createUser('Manager', { locationIds: [here] }),
    await tenant.createUser('Manager', { locationIds: [elsewhere] }),
  ]
  expect((await read(ours, id)).events).toMatchObject([{ wording: 'STOP', message: null }])
  expect((await read(theirs, id)).events).toMatchObject([{ wording: 'STOP', message: { text: 'STOP' } }])
  const sentence = 'Please stop texting me, I moved to Ohio'
  await tenant.textFrom(phone, 'START', { to: tenant.numbers[1] ?? '' })
  await tenant.textFrom(phone, sentence, { to: tenant.numbers[1] ?? '' })
  expect((await read(ours, id)).events[0]).toMatchObject({ kind: 'opt-out', wording: '', message: null })
  expect((await read(theirs, id)).events[0]).toMatchObject({ wording: sentence, message: { text: sentence } })
  ok(await record(ours, id))
  const [ownNumber = '', otherNumber = ''] = tenant.numbers
  expect(await record(ours, id, { tenantPhoneNumber: otherNumber })).toFail('PhoneNumberNotFound')
  const optIn = { kind: 'opt-in', wording: 'Agreed' } as const
  expect(await record(ours, id, optIn)).toFail('ContactRestricted')
  ok(await record(ours, id, { ...optIn, tenantPhoneNumber: ownNumber }))

  const onlyHere = (await tenant.textFrom(newPhone(), 'Hi')).contact
  expect(await theirs.call(consent.get, { contactId: onlyHere.id })).toFail('ContactNotFound')
  expect(await record(theirs, onlyHere.id)).toFail('ContactNotFound')
  ok(
    await owner.call(contract.team.setRolePermission, {
      role: 'TeamMember',
      permission: 'contacts_edit',
      isGranted: false,
    }),
  )
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  expect(await record(member, onlyHere.id)).toFail('Forbidden')
})

test('the day of a purchase is one that can be stored', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { contact } = await tenant.textFrom(newPhone(), 'Hello')
  const purchase = { kind: 'purchase', purpose: 'marketing', source: 'in-person', wording: 'A cleaning' } as const
  for (const happenedOn of ['0000-01-01', '2026-02-30', '2999-01-01'])
    expect(await record(owner, contact.id, { ...purchase, happenedOn })).toFail('InvalidInput')
})

test('a purchase recorded for the wrong contact is withdrawn: others still count, both records stay, also after a merge', async () => {
  const tenant = await instance.createTenant({ locations: 2, contactsAgree: false })
  const { owner } = tenant
  // In Toronto: implied consent counts in Canada.
  const phone = '+14165550126'
  const { id: contactId } = ok(await owner.call(contacts.add, { name: 'Ann', phone }))
  const daysAgo = (days: number) => Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
  const implied = { purpose: 'marketing', source: 'in-person' } as const
  const inquiry = { ...implied, kind: 'inquiry', wording: 'Asked for prices', happenedOn: daysAgo(10) } as const
  ok(await record(owner, contactId, inquiry))
  const purchase = { ...implied, kind: 'purchase', wording: 'A cleaning', happenedOn: daysAgo(5) } as const
  const [bought] = ok(await record(owner, contactId, purchase)).events
  const impliedUntil = async () => (await read(owner, contactId)).numbers.at(-1)?.impliedUntilUtc?.slice(0, 10) ?? null
  const both = await impliedUntil()
  const withdraw = (person: TestUser, eventId = bought?.id ?? '', ofContact = contactId) =>
    person.call(consent.withdraw, { contactId: ofContact, eventId })

  const elsewhere = await tenant.createUser('Manager', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(await withdraw(elsewhere)).toFail('ContactNotFound')
  const { id: other } = ok(await owner.call(contacts.add, { name: 'Ben', phone: newPhone() }))
  expect(await withdraw(owner, bought?.id, other)).toFail('ConsentRecordNotFound')
  const pair = { survivorID: other, otherID: contactId }
  const { version } = ok(await owner.call(contract.contactMerging.preview, pair))
  ok(await owner.call(contract.contactMerging.merge, { ...pair, version }))
  const [entry, ...rest] = ok(await withdraw(owner, bought?.id, other)).events
  expect(entry).toMatchObject({
    ...{ kind: 'void', source: 'teammate', wording: 'A cleaning', agreedOn: purchase.happenedOn },
    recordedBy: owner.auth.displayName,
  })
  expect(rest).toMatchObject([
    { kind: 'purchase', isWithdrawn: true },
    { kind: 'inquiry', isWithdrawn: false },
  ])
  expect(ok(await withdraw(owner)).events).toHaveLength(3)
  const remaining = await impliedUntil()
  expect([remaining !== null, remaining === both]).toEqual([true, false])
  expect(await verdicts(tenant, phone)).toMatchObject({ marketing: 'sent' })
  ok(await withdraw(owner, rest[1]?.id))
  expect(await impliedUntil()).toBeNull()
  expect(await verdicts(tenant, phone)).toMatchObject({ marketing: 'no-consent' })
  const { entries } = ok(await owner.call(contract.audit.getList, {})).data
  expect(entries.filter(({ action }) => action === 'consent.withdrawn').map(({ data }) => data)).toEqual([
    { kind: 'inquiry' },
    { kind: 'purchase' },
  ])
  // An opt-out or opt-in is followed by another record instead.
  const [optOut] = ok(await record(owner, contactId)).events
  expect(await withdraw(owner, optOut?.id)).toFail('ConsentRecordNotFound')
})

test('a purchase is withdrawn also if our number it was recorded for was released since', async () => {
  const tenant = await instance.createTenant({ locations: 3, contactsAgree: false })
  const { owner, tenantId, locationIds } = tenant
  const [, elsewhere = '', released = ''] = tenant.numbers
  const phone = '+14165550127'
  const { contact } = await tenant.textFrom(phone, 'Hello')
  await tenant.textFrom(phone, 'Hello', { to: elsewhere })
  const [bought] = ok(
    await record(owner, contact.id, {
      ...{ kind: 'purchase', purpose: 'marketing', source: 'in-person', wording: 'A cleaning' },
      ...{ happenedOn: Temporal.Now.plainDateISO('UTC').toString(), tenantPhoneNumber: released },
    }),
  ).events
  const withdraw = (person: TestUser) =>
    person.call(consent.withdraw, { contactId: contact.id, eventId: bought?.id ?? '' })
  const member = await tenant.createUser('Manager', { locationIds: [locationIds[0] ?? ''] })
  expect(await withdraw(member)).toFail('PhoneNumberNotFound')
  await instance.server.database.owner.query('delete from phone_numbers where tenant_id = $1 and phone_number = $2', [
    ...[tenantId, released],
  ])
  // They see only one of the conversations with the contact.
  expect(await withdraw(member)).toFail('ContactRestricted')
  expect(ok(await withdraw(owner)).events).toMatchObject([{ kind: 'void' }, { kind: 'purchase', isWithdrawn: true }])
})

test('consent concerns all numbers of a contact, or one of them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [mobile, work] = [newPhone(), newPhone()]
  const { id } = ok(await owner.call(contacts.add, { name: 'Ann', phone: mobile }))
  ok(await owner.call(contacts.addPhone, { id, phone: work }))
  const { numbers, events } = ok(await record(owner, id, { phoneNumber: work }))
  expect(events.map(({ phoneNumber }) => phoneNumber)).toEqual([work])
  expect(numbers.map(({ phoneNumber, service }) => [phoneNumber, service])).toEqual([
    [mobile, 'none'],
    [work, 'opted-out'],
  ])
  ok(await record(owner, id))
  for (const phone of [mobile, work]) expect(await verdicts(tenant, phone)).toMatchObject({ service: 'opted-out' })
  expect(await record(owner, id, { phoneNumber: newPhone() })).toFail('ContactNotFound')
})

test('the history comes in pages, newest first', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id } = ok(await owner.call(contacts.add, { name: 'Ann', phone: newPhone() }))
  for (const wording of ['one', 'two', 'three']) ok(await record(owner, id, { wording }))
  const page = ok(await owner.call(consent.get, { contactId: id, pageSize: 2 }))
  expect(page.events.map(({ wording }) => wording)).toEqual(['three', 'two'])
  const next = ok(await owner.call(consent.get, { contactId: id, pageSize: 2, cursor: page.nextCursor ?? '' }))
  expect([next.events.map(({ wording }) => wording), next.nextCursor]).toEqual([['one'], null])
  expect(await owner.call(consent.get, { contactId: id, cursor: 'x' })).toFail('InvalidInput')
})
