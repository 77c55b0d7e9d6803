import { type ContactPage, type ContactQuery, contract } from '@frontdesk/contract/api'
import { CONTACT_COUNT_MAX, CONTACT_ORDERS, type OptOutFilter } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ApiFailure, ok } from '../../testing/client.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, PASSWORD, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { assignment, contactList, contacts, contactStatuses, conversations, team } = contract

const instance = await sharedTestInstance()

const list = async (person: TestUser, query: ContactQuery = {}): Promise<ContactPage> =>
  ok(await person.call(contactList.getList, query))
const names = async (person: TestUser, query: ContactQuery = {}) =>
  (await list(person, { orderBy: 'name', orderByDesc: false, ...query })).contacts.map(({ name }) => name)

test('adds contacts, one and several, and refuses numbers that exist or are not valid', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const screen = await connectLive(instance.url, owner.auth)
  const phone = newPhone()
  const card = {
    name: 'Maya Chen',
    email: 'maya@example.test',
    birthDate: '1604-02-29',
    tags: ['VIP'],
    labels: ['New Lead'],
  }
  const added = ok(await owner.call(contacts.add, { ...card, phone: phone.slice(2), locationID: second }))
  expect(added).toMatchObject({ ...card, phone, locationID: second, source: 'user', conversationSid: null })
  await screen.waitFor('contact.changed', ({ contactID }) => contactID === added.id)
  screen.close()
  const taken = await owner.call(contacts.add, { phone })
  expect(taken).toFail('ContactExists')
  expect(taken).toMatchObject({ body: { data: { contact: { id: added.id } } } })
  for (const wrong of ['555', '+1 212 555 01', 'call me 206 555 0187 thanks'])
    expect(await owner.call(contacts.add, { phone: wrong })).toMatchObject({
      body: { errorCode: 'PhoneNumberInexistent', message: expect.stringContaining("doesn't seem to be valid") },
    })
  expect(await owner.call(contacts.add, { phone: '+491701234567' })).toMatchObject({
    body: { errorCode: 'PhoneNumberInexistent', message: expect.stringContaining('valid US or Canada phone number') },
  })
  expect(await owner.call(contacts.add, { phone: newPhone(), labels: ['Nobody made this'] })).toFail('LabelUnknown')
  expect(await owner.call(contacts.add, { phone: newPhone(), birthDate: '2999-01-01' })).toFail('InvalidInput')

  const twice = newPhone()
  const several = [{ phone: twice, name: 'Ann' }, { phone: twice }, { phone }, { phone: '123' }, { phone: newPhone() }]
  expect(ok(await owner.call(contacts.addList, { contacts: several, source: 'csv-upload' }))).toEqual({
    added: 2,
    existing: 2,
    invalid: [{ index: 3, phone: '123' }],
  })
  expect((await list(owner, { sources: ['csv-upload'] })).contacts.map(({ locationID }) => locationID)).toEqual([
    first,
    first,
  ])

  // With a conversation, the details go to the contact of that conversation.
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const named = ok(await owner.call(contacts.add, { name: 'Noor', phone: contact.phone, conversationSid: sid }))
  expect(named).toMatchObject({ id: contact.id, name: 'Noor', conversationSid: sid })
  expect(await owner.call(contacts.add, { phone: newPhone(), conversationSid: sid })).toFail('ConversationNotFound')

  // A hidden contact keeps its number and is not shown.
  const member = await tenant.createUser('TeamMember', { locationIds: [first] })
  expect(await member.call(contacts.add, { phone })).toMatchObject({ body: { data: { contact: null } } })
  expect(await member.call(contacts.add, { phone: newPhone(), locationID: second })).toFail('LocationNotFound')
})

test('filters, orders and totals', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const today = Temporal.Now.plainDateISO('America/New_York').toString().slice(4)
  const add = async (name: string, details: object = {}) =>
    ok(await owner.call(contacts.add, { name, phone: newPhone(), ...details }))
  const maya = await add('Maya O’Brien', { email: 'maya@acme.test', tags: ['VIP', 'dogs'], locationID: second })
  await add('Zoë Jean-Luc', { email: 'z@other.test', labels: ['No Deal'], tags: ['dogs'] })
  await add('ΔΗΜΉΤΡΗΣ', { birthDate: `1980${today}` })
  await add('')
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hello')
  await tenant.textFrom(newPhone(), 'STOP')
  ok(await owner.call(contacts.update, { id: contact.id, name: 'Bea Texter' }))
  const won = { key: 'won', name: 'Won', type: 'OPEN' as const }
  ok(await owner.call(contactStatuses.save, { statuses: [won], version: 0 }))
  ok(await owner.call(contacts.updateStatus, { id: maya.id, statusKey: 'won' }))
  ok(await owner.call(contactStatuses.change, { sid, statusKey: 'won' }))

  expect(await names(owner)).toEqual(['Bea Texter', 'Maya O’Brien', 'Zoë Jean-Luc', 'ΔΗΜΉΤΡΗΣ', '', ''])
  expect(await names(owner, { searchTerm: 'obrien maya' })).toEqual(['Maya O’Brien'])
  expect(await names(owner, { searchTerm: maya.phone.slice(2) })).toEqual(['Maya O’Brien'])
  expect(await names(owner, { searchTerm: 'maya@acme.test' })).toEqual(['Maya O’Brien'])
  expect(await names(owner, { emailSearch: 'ACME' })).toEqual(['Maya O’Brien'])
  expect(await names(owner, { emailSearch: '%' })).toEqual([])
  expect(await names(owner, { nameSearch: 'jean luc' })).toEqual(['Zoë Jean-Luc'])
  expect(await names(owner, { phoneSearch: 'no digits' })).toEqual([])
  expect(await names(owner, { tagsSearch: ['dogs'] })).toEqual(['Maya O’Brien', 'Zoë Jean-Luc'])
  expect(await names(owner, { tagsSearch: ['dogs'], nameSearch: 'zoe' })).toEqual(['Zoë Jean-Luc'])
  expect(await names(owner, { labelsSearch: ['No Deal'] })).toEqual(['Zoë Jean-Luc'])
  expect(await names(owner, { locationIDs: [second] })).toEqual(['Maya O’Brien'])
  expect(await names(owner, { birthdayKey: 'this_month' })).toEqual(['ΔΗΜΉΤΡΗΣ'])
  expect(await names(owner, { statusKeys: ['won'] })).toEqual(['Bea Texter', 'Maya O’Brien'])
  expect(await names(owner, { sources: ['sms'] })).toEqual(['Bea Texter', ''])
  expect(await names(owner, { hasConversation: false })).toEqual(['Maya O’Brien', 'Zoë Jean-Luc', 'ΔΗΜΉΤΡΗΣ', ''])
  expect((await list(owner, { isOptedOut: true })).contacts).toMatchObject([{ name: '', isOptedOut: true }])
  ok(
    await owner.call(contract.consent.record, {
      contactId: contact.id ?? '',
      kind: 'opt-out',
      purpose: 'marketing',
      source: 'phone-call',
      wording: 'No offers',
    }),
  )
  const optedOutOf = async (filter: OptOutFilter) => (await names(owner, { optedOutOf: filter })).length
  expect(await names(owner, { optedOutOf: 'marketing' })).toEqual(['Bea Texter'])
  expect(await optedOutOf('everything')).toBe(1)
  expect(await optedOutOf('either')).toBe(2)
  expect(await optedOutOf('nothing')).toBe(4)
  expect(await names(owner, { isOptedOut: false })).toHaveLength(5)
  ok(await owner.call(contract.blockedNumbers.block, { phoneNumber: maya.phone }))
  expect((await list(owner, { isBlocked: true })).contacts).toMatchObject([{ id: maya.id, isBlocked: true }])
  expect((await list(owner, { isBlocked: false })).count).toBe(5)
  expect(await names(owner, { startDateTimeUTC: '2999-01-01T00:00:00Z' })).toEqual([])
  expect(ok(await owner.call(contactList.count, { tagsSearch: ['dogs'] }))).toEqual({ count: 2, isCapped: false })

  // Totals come from what is maintained.
  expect((await list(owner)).totalCount).toBe(6)
  expect((await list(owner, { locationIDs: [first], sources: ['sms'] })).totalCount).toBe(2)
  expect((await list(owner, { nameSearch: 'zoe' })).totalCount).toBeNull()
  ok(await owner.call(contacts.updateLocationList, { contactIDs: [maya.id], locationID: first }))
  ok(await owner.call(contacts.updateTags, { id: maya.id, tags: ['VIP'] }))
  expect((await list(owner, { locationIDs: [first] })).totalCount).toBe(6)
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toEqual([
    { tag: 'dogs', contacts: 1 },
    { tag: 'VIP', contacts: 1 },
  ])
  ok(await owner.call(contacts.remove, { id: maya.id }))
  expect((await list(owner)).totalCount).toBe(5)
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toEqual([{ tag: 'dogs', contacts: 1 }])

  // A removed status leaves the contacts too.
  ok(await owner.call(contactStatuses.save, { statuses: [], version: 1 }))
  expect(await names(owner, { statusKeys: ['won'] })).toEqual([])
})

test.each(CONTACT_ORDERS.flatMap((orderBy) => [true, false].map((orderByDesc) => ({ orderBy, orderByDesc }))))(
  'pages by $orderBy, descending: $orderByDesc, hold every visible contact once',
  async (order) => {
    const tenant = await instance.createTenant({ locations: 2 })
    const [first = '', second = ''] = tenant.locationIds
    const member = await tenant.createUser('TeamMember', { locationIds: [first] })
    for (const [index, locationID] of [first, second, first, second].entries())
      ok(await tenant.owner.call(contacts.add, { name: `Added ${index % 2}`, phone: newPhone(), locationID }))
    const phone = newPhone()
    await tenant.textFrom(phone, 'First')
    const mine = await tenant.textFrom(newPhone(), 'Mine')
    await tenant.textFrom(newPhone(), 'Other', { to: tenant.numbers[1] ?? '' })
    await tenant.textFrom(phone, 'At the other one', { to: tenant.numbers[1] ?? '' })
    ok(await tenant.owner.call(conversations.close, { sid: mine.sid }))
    ok(await tenant.owner.call(assignment.change, { sid: mine.sid, toUserID: member.auth.userId }))

    const everyone = (await list(tenant.owner, { pageSize: 100 })).contacts
    expect(everyone).toHaveLength(7)
    for (const person of [tenant.owner, member]) {
      const visible: string[] = []
      for (const { id } of everyone)
        if (!((await person.call(contacts.get, { id })) instanceof ApiFailure)) visible.push(id)
      const whole = (await list(person, { ...order, pageSize: 100 })).contacts.map(({ id }) => id)
      expect(whole.toSorted()).toEqual(visible.toSorted())
      const byCursor: string[] = []
      let cursor: string | undefined
      do {
        const page = await list(person, { ...order, pageSize: 2, cursor })
        byCursor.push(...page.contacts.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(byCursor).toEqual(whole)
      const byNumber: string[] = []
      for (let pageNumber = 1; pageNumber <= Math.ceil(whole.length / 2); pageNumber++)
        byNumber.push(...(await list(person, { ...order, pageSize: 2, pageNumber })).contacts.map(({ id }) => id))
      expect(byNumber).toEqual(whole)
    }
  },
)

test('all that match are counted on demand, unless that takes too long', async () => {
  const { owner, tenantId, locationIds, createUser } = await instance.createTenant({ locations: 2 })
  const { owner: postgres } = instance.server.database
  const many = CONTACT_COUNT_MAX + 4
  ok(await owner.call(contacts.add, { name: 'First', phone: newPhone() }))
  // Right after an import the statistics are those of before: the planner expects a few rows.
  await postgres.query('analyze contacts')
  await postgres.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), '', '+1646' || (7000000 + i), 'US', $2, 'sms', now() from generate_series(1, $3) i`,
    [tenantId, locationIds[0], many],
  )
  const criteria = { hasConversation: false }
  expect(ok(await owner.call(contactList.count, criteria))).toEqual({ count: CONTACT_COUNT_MAX, isCapped: true })
  expect(ok(await owner.call(contactList.countAll, criteria))).toEqual({ count: many + 1 })
  // Members of a large group are found wherever they are in it.
  ok(await owner.call(contacts.add, { name: 'Zoe Last', phone: newPhone() }))
  const { groups } = contract
  const { sid } = ok(await owner.call(groups.save, { name: 'All', kind: 'dynamic', criteria })).data
  expect(ok(await owner.call(groups.getMembers, { sid })).data).toMatchObject({ isCapped: true })
  expect(ok(await owner.call(groups.getMembers, { sid, searchTerm: 'zoe' })).data).toMatchObject({
    members: [{ name: 'Zoe Last' }],
    count: 1,
  })
  const elsewhere = await createUser('Manager', { locationIds: locationIds.slice(1) })
  expect(ok(await elsewhere.call(contactList.countAll, criteria))).toEqual({ count: 0 })
  // Statements wait for this lock, as long as a count of very many contacts would take.
  const client = await postgres.connect()
  await client.query('begin; lock table contacts in access exclusive mode')
  expect(ok(await owner.call(contactList.countAll, criteria))).toEqual({ count: null })
  await client.query('rollback')
  client.release()
})

test('a number that was looked up as a landline is refused by hand, and marked where it comes in with others', async () => {
  const { owner } = await instance.createTenant()
  const [landline, second] = [newPhone(), newPhone()]
  for (const phone of [landline, second]) {
    await instance.addFault({ kind: 'landline', phone })
    const check = { number: phone, countryCode: 'US' }
    expect(await owner.call(contract.numberChecks.validate, check)).toFail('PhoneNumberLandline')
  }
  expect(await owner.call(contacts.add, { phone: landline })).toFail('PhoneNumberLandline')
  expect(await owner.call(contacts.add, { phone: newPhone(), otherPhones: [landline] })).toFail('PhoneNumberLandline')
  const { id } = ok(await owner.call(contacts.add, { phone: newPhone() }))
  expect(await owner.call(contacts.addPhone, { id, phone: landline })).toFail('PhoneNumberLandline')
  ok(await owner.call(contacts.addList, { contacts: [{ phone: second, name: 'Ann' }], source: 'csv-upload' }))
  const { contact } = ok(await owner.call(contacts.getByPhone, { phoneNumber: second }))
  expect(contact).toMatchObject({ name: 'Ann', lineType: 'landline' })
  const preview = { contactIDs: [contact?.id ?? ''], text: 'Hello' }
  expect(ok(await owner.call(contract.groups.previewMessage, preview)).data).toMatchObject({
    sendable: 0,
    excluded: [{ reason: 'landline', count: 1 }],
  })
})

test('an unknown filter is refused instead of matching everyone', async () => {
  const { owner } = await instance.createTenant()
  ok(await owner.call(contacts.add, { phone: newPhone() }))
  const criteria = { statusKey: 'lost' } as object
  const group = { name: 'Lost', kind: 'dynamic' as const, criteria }
  for (const answer of [
    await owner.call(contactList.getList, criteria),
    await owner.call(contactList.count, criteria),
    await owner.call(contactList.export, { criteria, columns: ['name'] }),
    await owner.call(contract.bulkActions.startOnContacts, { change: 'delete', criteria }),
    await owner.call(contract.groups.save, group),
    await owner.call(contract.groups.sendMessage, { criteria, text: 'Hello', clientMessageId: crypto.randomUUID() }),
    await owner.call(contract.bulkActions.start, { change: 'close', criteria: { folderKey: 'new' } as object }),
  ])
    expect(answer).toFail('InvalidInput')
})

test('search takes the parameters of a URL', async () => {
  const tenant = await instance.createTenant()
  for (const name of ['Ann', 'Bob', 'Cy'])
    ok(await tenant.owner.call(contacts.add, { name, phone: newPhone(), tags: ['one', name] }))
  const search = { tagsSearch: ['Ann', 'Bob'], orderBy: 'name' as const, orderByDesc: 'false' as const, pageSize: '1' }
  const page = ok(await tenant.owner.call(contactList.search, search))
  expect(page).toMatchObject({ count: 1, pageNumber: 1, pageSize: 1, isFirstPage: true, isLastPage: false })
  expect(page.contacts.map(({ name }) => name)).toEqual(['Ann'])
  const next = ok(await tenant.owner.call(contactList.search, { ...search, pageNumber: '2' }))
  expect(next).toMatchObject({ contacts: [{ name: 'Bob' }], hasPreviousPage: true, hasNextPage: false })
  expect(ok(await tenant.owner.call(contactList.search, { tagsSearch: 'Cy' })).contacts).toHaveLength(1)
  const beyond = { ...search, pageSize: '28888', pageNumber: '30' }
  expect(ok(await tenant.owner.call(contactList.search, beyond))).toMatchObject({ contacts: [], isLastPage: true })
  for (const wrong of [{ pageSize: '0' }, { pageSize: '99999' }, { pageNumber: '0' }])
    expect(await tenant.owner.call(contactList.search, wrong)).toFail('InvalidInput')
})

test('exports what matches, to those who may, and records it', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const manager = await tenant.createUser('Manager')
  const phone = newPhone()
  ok(await owner.call(contacts.add, { name: '=1+1, "Ann"', phone, email: 'ann@example.test', tags: ['a', 'b'] }))
  ok(await owner.call(contacts.add, { name: 'Bob', phone: newPhone() }))
  const request = { criteria: { nameSearch: 'ann' }, columns: ['phone' as const, 'name' as const, 'tags' as const] }
  expect(await manager.call(contactList.export, request)).toFail('Forbidden')
  expect(await manager.call(contactList.getList, { pageSize: 28_888 })).toFail('Forbidden')
  expect((await list(owner, { pageSize: 28_888 })).count).toBe(2)
  // Every page is recorded, whatever cursor it starts at, without what was searched for.
  const cursor = '9999-01-01T00:00:00Z|ffffffff-ffff-ffff-ffff-ffffffffffff'
  expect((await list(owner, { pageSize: 101, cursor, phoneSearch: phone })).count).toBe(1)
  const { url } = ok(await owner.call(contactList.export, request))
  const download = async ({ auth }: TestUser) =>
    fetch(instance.url + url, { headers: { cookie: await signInForFilesCookie(instance.url, auth, PASSWORD) } })
  const text = await (await download(owner)).text()
  expect(text).toBe(`"Phone","Name","Tags"\r\n"${phone}","'=1+1, ""Ann""","a; b"\r\n`)
  expect((await download(manager)).status).toBe(404)
  const { entries } = ok(await owner.call(contract.audit.getList, { actions: ['export.viewed'] })).data
  expect(entries.map(({ subject, data }) => [subject, data])).toEqual([
    ['Contacts', { nameSearch: true }],
    ['Contacts', { phoneSearch: true }],
    ['Contacts', {}],
  ])
  for (const cursor of ['nonsense', `nonsense|${crypto.randomUUID()}`])
    expect(await owner.call(contactList.getList, { cursor })).toFail('InvalidInput')
  ok(await owner.call(team.setRolePermission, { role: 'Manager', permission: 'contacts_export', isGranted: true }))
  ok(await manager.call(contactList.export, request))
})
