import { contract } from '@frontdesk/contract/api'
import { OVERRIDABLE_RULES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { createSalon, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { createImporter, findByPhone, getImport, uploadContacts } from '../../testing/contact-import.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance } from '../../testing/test-instance.ts'

const { contactImports, contactList, contacts, conversations, team } = contract

const instance = await sharedTestInstance()
const { dryRun, importFile, problemRows } = createImporter(instance)

test('a dry run counts everything before anything is written; the import does just that; the undo takes it back', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const [existing, same, optedOut, texted, twice] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
  const card = { email: 'old@example.test', birthDate: '1979-03-14', tags: ['VIP'] }
  ok(await owner.call(contacts.add, { name: 'Old name', phone: existing, locationID: there, ...card }))
  ok(await owner.call(contacts.add, { name: 'Same', phone: same, email: 'Same@example.test' }))
  await tenant.textFrom(optedOut, 'STOP')
  const { sid } = await tenant.textFrom(texted, 'Hello')
  await instance.server.database.owner.query(
    "insert into number_lookups values ($1, $2, true, 'US', 'landline', now())",
    [tenant.tenantId, twice],
  )

  const csv = [
    'Full name;Mobile;Email;Birthday;Tags;Labels;Notes',
    `New name;${existing.slice(2)};NEW@example.test;3/14;dogs, vip;New Lead;`,
    `Same;${same};same@EXAMPLE.test;;;;`,
    `Gone;${optedOut};;;;;`,
    `Bea Texter;${texted};;;;;`,
    `=cmd();(212) ${twice.slice(5, 8)}-${twice.slice(8)};not an email;;vip;Nobody made this;`,
    `Twice;1-212-${twice.slice(5)};;;;;`,
    'Wrong 4242 4242 4242 4242;555-0100;;;;;Visa 4242424242424242',
    'London;+44 20 7946 0958;;;;;',
    'No number;;;;;;',
    ';;;;;;',
  ].join('\r\n')
  const tags = ['Imported']
  const before = ok(await owner.call(contactList.getList, { pageSize: 100 }))
  const checked = await dryRun(tenant, csv, owner, { tags })
  expect(checked).toMatchObject({
    state: 'ready',
    hasHeader: true,
    mapping: ['name', 'phone', 'email', 'birthDate', 'tags', 'labels', null],
    counts: {
      rows: 10,
      new: 1,
      updates: 4,
      unchanged: 0,
      duplicates: 1,
      badPhones: 1,
      foreignPhones: 1,
      withoutPhone: 1,
      blank: 1,
      skipped: 0,
      optedOut: 1,
      landlines: 1,
      warnings: 1,
    },
    total: 5,
    canUndo: false,
  })
  expect(ok(await owner.call(contactList.getList, { pageSize: 100 }))).toEqual(before)
  // Numbers of cards are masked before a row is stored.
  const { rows: staged } = await instance.server.database.owner.query(
    'select to_jsonb(i)::text || to_jsonb(r)::text as text from contact_imports i join contact_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where i.tenant_id = $1',
    [tenant.tenantId],
  )
  expect(staged.map(({ text }) => text).join()).toContain('Visa **** **** **** 4242')
  expect(
    staged
      .map(({ text }) => text)
      .join()
      .replaceAll(' ', ''),
  ).not.toContain('4242424242424242')

  const screen = await connectLive(instance.url, owner.auth)
  const { lastId } = await screen.catchUp(null)
  const { id } = checked
  ok(await owner.call(contactImports.start, { id }))
  await instance.idle()
  await screen.waitFor('contact-import.changed', ({ contactImport }) => contactImport.state === 'done')
  await screen.waitFor('contact.changed', ({ contactID }) => contactID === null)
  const missed = await screen.catchUp(lastId)
  expect(missed.status === 'ok' && missed.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['contact.changed', 'conversation.changed']),
  )
  screen.close()
  expect(await getImport(owner, id)).toMatchObject({
    state: 'done',
    created: 1,
    updated: 4,
    processed: 5,
    canUndo: true,
  })
  expect(await findByPhone(owner, existing)).toMatchObject({
    name: 'New name',
    email: 'NEW@example.test',
    // A birthday without a year does not replace the same one with a year.
    birthDate: '1979-03-14',
    tags: ['VIP', 'dogs', 'Imported'],
    labels: ['New Lead'],
    locationID: there,
    source: 'user',
  })
  expect(await findByPhone(owner, twice)).toMatchObject({
    name: '=cmd()',
    email: null,
    // As another contact has it.
    tags: ['VIP', 'Imported'],
    labels: [],
    locationID: here,
    source: 'csv-upload',
  })
  expect(ok(await owner.call(conversations.getBySid, { sid })).data.friendlyName).toBe('Bea Texter')
  // Opted out stays opted out.
  expect((await findByPhone(owner, optedOut))?.name).toBe('Gone')
  expect(ok(await owner.call(contactList.getList, { isOptedOut: true })).contacts).toMatchObject([{ name: 'Gone' }])
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toContainEqual({ tag: 'Imported', contacts: 5 })
  expect(ok(await owner.call(contactList.getList, {})).totalCount).toBe(5)

  const problems = (await problemRows(owner, id)).split('\r\n')
  expect(problems[0]).toBe('"Row","Reason","Full name","Mobile","Email","Birthday","Tags","Labels","Notes"')
  expect(problems.slice(1).map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
    '"6","Imported without: email, labels that do not exist"',
    '"7","Not imported: an earlier row has the same number","Twice"',
    '"8","Not imported: not a valid phone number","Wrong **** **** **** 4242"',
    '"9","Not imported: not a US or Canada phone number","London"',
    '"10","Not imported: no phone number","No number"',
    '',
  ])

  // The same file again changes nothing, and gets the mapping of last time.
  const again = await dryRun(tenant, csv, owner, { tags })
  expect(again.counts).toMatchObject({ new: 0, updates: 0, unchanged: 5 })

  // Undo keeps what was changed or used since.
  ok(await owner.call(contacts.update, { id: (await findByPhone(owner, existing))?.id ?? '', name: 'Edited since' }))
  ok(await owner.call(contactImports.undo, { id }))
  expect(await owner.call(contactImports.undo, { id })).toFail('ImportNotUndoable')
  await instance.idle()
  expect(await getImport(owner, id)).toMatchObject({ state: 'undone', undone: 5, canUndo: false })
  expect(await findByPhone(owner, twice)).toBeNull()
  expect(await findByPhone(owner, existing)).toMatchObject({ name: 'Edited since', labels: [], ...card })
  expect(ok(await owner.call(contactList.getTags, undefined)).tags).toEqual([{ tag: 'VIP', contacts: 1 }])
  expect(ok(await owner.call(contactList.getList, {})).totalCount).toBe(4)
  const { entries } = ok(
    await owner.call(contract.audit.getList, { actions: ['contacts.imported', 'contacts.import-undone'] }),
  ).data
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['contacts.import-undone', 'contacts.csv'],
    ['contacts.imported', 'contacts.csv'],
  ])
})

test('further numbers and emails are kept, unless another contact or row has the number; the undo removes them', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [a, b, c, d, f] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
  const [one, two, work, home, desk, car] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
  ok(await owner.call(contacts.add, { name: 'One', phone: one, otherPhones: [car], email: 'one@example.test' }))
  ok(await owner.call(contacts.add, { name: 'Two', phone: two }))
  const before = ok(await owner.call(contactList.getList, { pageSize: 100 }))
  const csv = [
    'Name,Phone,Work phone,Home phone,Email,Email 2',
    `A,${a},${work},${home},a@example.test,A2@example.test`,
    `One,${one},${desk} ::: ${car},,,one@example.test; uno@example.test`,
    `B,${b},${two},,,`,
    `C,${c},${d},,,`,
    `D,${d},${work},,,`,
    `F,${f},ask,,,none`,
    `,,,,,`,
  ].join('\n')
  const checked = await dryRun(tenant, csv)
  expect(checked).toMatchObject({
    mapping: ['name', 'phone', 'otherPhone', 'otherPhone', 'email', 'otherEmail'],
    counts: { rows: 7, new: 5, updates: 1, unchanged: 0, warnings: 4, duplicates: 0 },
    total: 6,
  })
  const { id } = checked
  const reasons = async () =>
    (await problemRows(owner, id))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',"').slice(0, 2).join())
  const taken = 'Imported without: another phone number, which belongs to another contact or row"'
  expect(await reasons()).toEqual([
    `"4",${taken}`,
    `"5",${taken}`,
    `"6",${taken}`,
    '"7",Imported without: another phone number that is not valid, another email that is not valid"',
  ])
  expect(ok(await owner.call(contactList.getList, { pageSize: 100 }))).toEqual(before)

  ok(await owner.call(contactImports.start, { id }))
  await instance.idle()
  expect(await getImport(owner, id)).toMatchObject({ created: 5, updated: 1 })
  const phones = async (phone: string) => (await findByPhone(owner, phone))?.phones.map((number) => number.phone)
  expect(await phones(home)).toEqual([a, work, home])
  expect(await findByPhone(owner, work)).toMatchObject({ name: 'A', emails: ['a@example.test', 'a2@example.test'] })
  expect(await phones(desk)).toEqual([one, car, desk])
  expect((await findByPhone(owner, one))?.emails).toEqual(['one@example.test', 'uno@example.test'])
  expect(await phones(two)).toEqual([two])
  for (const phone of [b, c, d, f]) expect(await phones(phone)).toEqual([phone])
  expect(ok(await owner.call(contactList.getList, {})).totalCount).toBe(7)
  // The same file again changes nothing.
  expect((await dryRun(tenant, csv)).counts).toMatchObject({ new: 0, updates: 0, unchanged: 6, warnings: 4 })

  // A contact whose further number was used since stays as it is.
  const second = await importFile(
    tenant,
    `Name,Phone,Work phone\nG,${newPhone()},${newPhone()}\nTwo,${two},${newPhone()}\n`,
  )
  const used = (await phones(two))?.[1] ?? ''
  await tenant.textFrom(used, 'Hello')
  ok(await owner.call(contactImports.undo, { id: second.id }))
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await getImport(owner, id)).toMatchObject({ state: 'undone', undone: 6 })
  expect(await getImport(owner, second.id)).toMatchObject({ state: 'undone', undone: 1 })
  expect(await phones(one)).toEqual([one, car])
  expect((await findByPhone(owner, one))?.emails).toEqual(['one@example.test'])
  expect(await phones(two)).toEqual([two, used])
  for (const phone of [a, work, home, desk]) expect(await findByPhone(owner, phone)).toBeNull()
  expect(ok(await owner.call(contactList.getList, {})).totalCount).toBe(2)
})

test('an export can be imported again: deleted contacts come back as they were, with status, location and all numbers', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const statuses = [
    { key: 'lead', name: 'New, lead', type: 'OPEN' as const },
    { key: 'won', name: 'Won', type: 'closed' as const },
  ]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  const { fields } = ok(
    await owner.call(contract.contactFields.save, {
      fields: [{ name: 'Car', type: 'text', choices: [], isArchived: false }],
      version: 0,
    }),
  )
  const { locations } = ok(await owner.call(contract.locations.getLocations, undefined))
  const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? ''
  const numbers = Array.from({ length: 6 }, newPhone)
  const [ann, annWork, annHome, bob, cy, dee] = numbers
  const first = await importFile(
    tenant,
    [
      'Name,Phone,Phone 2,Phone 3,Email,Email 2,Labels,Tags,Status,Location,Birth date,Car',
      `"Ann ""A"" Lee, Jr.",${ann},${annWork},${annHome},ann@example.test,ann@work.test,"New Lead; No Deal","dogs, big;",won,${nameOf(there).toUpperCase()},1604-02-29,Mini`,
      `'=SUM(1),${bob},,,,,,a; b,"New, lead",${nameOf(here)},1980-05-06,`,
      `Cy,${cy},,,,,,,Lost,Atlantis,,`,
      `Dee,${dee},,,,,,,,,,`,
    ].join('\r\n'),
  )
  expect(first).toMatchObject({
    mapping: [
      'name',
      'phone',
      'otherPhone',
      'otherPhone',
      'email',
      'otherEmail',
      'labels',
      'tags',
      'status',
      'location',
      'birthDate',
      `field:${fields[0]?.id}`,
    ],
    created: 4,
    counts: { new: 4, warnings: 1 },
  })
  expect(await problemRows(owner, first.id)).toContain(
    '"4","Imported without: status, because there is none of this name, location, because you have none of this name"',
  )
  expect(await findByPhone(owner, annHome ?? '')).toMatchObject({
    statusKey: 'won',
    locationID: there,
    tags: ['dogs, big'],
  })
  expect(await findByPhone(owner, bob ?? '')).toMatchObject({ name: '=SUM(1)', statusKey: 'lead', locationID: here })
  expect(await findByPhone(owner, cy ?? '')).toMatchObject({ statusKey: null, locationID: here })
  const inLocation = ok(await owner.call(contactList.getList, { locationIDs: [there] }))
  expect(inLocation).toMatchObject({ totalCount: 1, count: 1 })

  const exported = async () => {
    const { url } = ok(await owner.call(contactList.export, {}))
    const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
    return (await fetch(instance.url + url, { headers: { cookie } })).text()
  }
  const withoutTimes = (csv: string) =>
    csv
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .split('\r\n')
      .toSorted()
  const before = await exported()
  expect(before).toContain('"Phone","Phone 2","Phone 3","Email","Email 2",')
  for (const { id } of ok(await owner.call(contactList.getList, {})).contacts)
    ok(await owner.call(contacts.remove, { id }))
  const again = await importFile(tenant, before)
  expect(again).toMatchObject({ created: 4, counts: { new: 4, warnings: 0 } })
  expect(withoutTimes(await exported())).toEqual(withoutTimes(before))
  expect((await dryRun(tenant, before)).counts).toMatchObject({ unchanged: 4, warnings: 0 })
})

test('an import sets the status of existing contacts and their conversations, keeps their location, and the undo restores it', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [here = '', there = ''] = tenant.locationIds
  const statuses = [
    { key: 'lead', name: 'Lead', type: 'OPEN' as const },
    { key: 'won', name: 'Won', type: 'closed' as const },
  ]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hi')
  const other = await tenant.textFrom(newPhone(), 'Hi')
  ok(await owner.call(contacts.updateStatus, { id: contact.id ?? '', statusKey: 'lead' }))
  const member = await tenant.createUser('Manager', { locationIds: [here] })
  const { locations } = ok(await owner.call(contract.locations.getLocations, undefined))
  const [hereName, thereName] = [here, there].map((id) => locations.find((location) => location.id === id)?.name)
  const conversation = async (id: string) => ok(await owner.call(conversations.getBySid, { sid: id })).data.attributes
  const csv = [
    'Phone,Status,Location',
    `${contact.phone},Won,${thereName}`,
    `${other.contact.phone},WON,${hereName}`,
    `${newPhone()},Lead,${thereName}`,
  ].join('\n')
  const { id, counts } = await importFile(tenant, csv)
  expect(counts).toMatchObject({ updates: 2, new: 1, warnings: 1 })
  expect(await problemRows(owner, id)).toContain('an import does not move existing contacts and their conversations')
  expect(await findByPhone(owner, contact.phone)).toMatchObject({ statusKey: 'won', locationID: here })
  expect(await conversation(sid)).toMatchObject({ statusKey: 'won', isClosed: true })
  expect(await conversation(other.sid)).toMatchObject({ statusKey: 'won', isClosed: true })
  // Changed since: the undo leaves it alone.
  ok(await owner.call(contract.contactStatuses.change, { sid: other.sid, statusKey: 'lead' }))
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await getImport(owner, id)).toMatchObject({ state: 'undone', undone: 2 })
  expect(await findByPhone(owner, contact.phone)).toMatchObject({ statusKey: 'lead' })
  expect(await conversation(sid)).toMatchObject({ statusKey: 'lead' })
  expect(await conversation(other.sid)).toMatchObject({ statusKey: 'lead' })

  // Only locations that the importer may use, also when the import is written.
  const ofMember = await dryRun(tenant, csv, member)
  expect(ofMember.counts).toMatchObject({ new: 1, warnings: 2 })
  ok(await owner.call(contract.contactStatuses.save, { statuses: statuses.slice(1), version: 1 }))
  ok(await member.call(contactImports.start, { id: ofMember.id }))
  await instance.idle()
  expect(ok(await owner.call(contactList.getList, { sources: ['csv-upload'] })).contacts).toMatchObject([
    { statusKey: null, locationID: here },
  ])
})

test('the mode decides whether contacts are added, updated or both', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [existing, unknown] = [newPhone(), newPhone()]
  ok(await owner.call(contacts.add, { name: 'Old', phone: existing }))
  const csv = `Name,Phone\nA,${existing}\nB,${unknown}\n`
  const counts = async (mode: string) => (await dryRun(tenant, csv, owner, { mode })).counts
  expect(await counts('create')).toMatchObject({ new: 1, updates: 0, skipped: 1 })
  expect(await counts('update')).toMatchObject({ new: 0, updates: 1, skipped: 1 })
  expect(await importFile(tenant, csv, owner, { mode: 'create' })).toMatchObject({ created: 1, updated: 0 })
  expect((await findByPhone(owner, existing))?.name).toBe('Old')
})

test('an import never touches or reveals a contact that the importer cannot see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const phone = newPhone()
  const card = { name: 'Nora SECRET', email: 'secret@example.test', phone, locationID: there }
  const hidden = ok(await tenant.owner.call(contacts.add, card))
  const csv = `Name,Phone,Email\nMine,${phone},mine@example.test\nFree,${newPhone()},\n`
  expect(
    await uploadContacts(member, csv).then(({ id }) =>
      member.call(contactImports.check, {
        id,
        mapping: ['name', 'phone', 'email'],
        hasHeader: true,
        mode: 'create',
        locationID: there,
      }),
    ),
  ).toFail('LocationNotFound')
  // Numbers of a contact are shown to everyone who sees it, so adding one requires access to all its conversations.
  const { contact: shared } = await tenant.textFrom(newPhone(), 'Hi')
  const { sid } = (await tenant.conversationWith(shared.phone)) ?? { sid: '' }
  ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  await tenant.textFrom(shared.phone, 'Hello', { to: tenant.numbers[1] ?? '' })
  const partly = await importFile(tenant, `Name,Phone,Work\nShared,${shared.phone},${newPhone()}\n`, member, {
    mapping: ['name', 'phone', 'otherPhone'],
  })
  expect(partly).toMatchObject({ counts: { updates: 1, warnings: 1 }, updated: 1 })
  expect(await problemRows(member, partly.id)).toContain('because the contact has conversations you cannot see')
  expect((await findByPhone(member, shared.phone))?.phones).toHaveLength(1)

  const done = await importFile(tenant, csv, member)
  expect(done).toMatchObject({ counts: { new: 1, skipped: 1, updates: 0 }, created: 1, updated: 0 })
  expect(JSON.stringify([done, await problemRows(member, done.id)])).not.toMatch(/secret/i)
  expect(ok(await tenant.owner.call(contacts.get, { id: hidden.id }))).toEqual(hidden)
  // Colleagues who see less have no access to the import; those who see everything do.
  const colleague = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await colleague.call(contactImports.get, { id: done.id })).toFail('ImportNotFound')
  expect(ok(await colleague.call(contactImports.getList, undefined)).imports).toEqual([])
  expect(ok(await tenant.owner.call(contactImports.getList, undefined)).imports).toMatchObject([
    { id: done.id },
    { id: partly.id },
  ])
  ok(await tenant.owner.call(contactImports.undo, { id: done.id }))
  await instance.idle()
  expect(await getImport(tenant.owner, done.id)).toMatchObject({ state: 'undone', undone: 1 })
})

test('the undo keeps contacts with payment requests', async () => {
  const tenant = await instance.createTenant()
  const [kept, removed] = [newPhone(), newPhone()]
  const { id } = await importFile(tenant, ['Name,Phone', `Kept,${kept}`, `Removed,${removed}`].join('\n'))
  const request = await createRequest(tenant.owner, tenant, 100, { contact: { phone: kept } })
  ok(await tenant.owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await findByPhone(tenant.owner, kept)).toMatchObject({ id: request.contact?.id })
  expect(await findByPhone(tenant.owner, removed)).toBeNull()
})

test('undoing an import keeps contacts with visits, even without a conversation', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const [kept, removed] = [newPhone(), newPhone()]
  const { id } = await importFile(tenant, ['Name,Phone', `Kept,${kept}`, `Removed,${removed}`].join('\n'))
  // Too late for a reminder.
  const startsOnUtc = new Date((Math.floor(Date.now() / 60_000) + 10) * 60_000).toISOString()
  const visit = visitOf(salon, salon.haircut.id, startsOnUtc, kept)
  const { booking } = ok(
    await owner.call(contract.bookings.create, { ...visit, overrides: [...OVERRIDABLE_RULES] }),
  ).data
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await findByPhone(owner, kept)).toMatchObject({ id: booking.contact?.id })
  expect(await findByPhone(owner, removed)).toBeNull()
})

test('a trial does not include imports, and they need the permission', async () => {
  const trial = await instance.createTenant({ subscription: 'trial' })
  const file = { fileName: 'x.csv', byteSize: 10 }
  expect(await trial.owner.call(contactImports.create, file)).toFail('NotInTrial')
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  ok(
    await tenant.owner.call(team.setRolePermission, {
      role: 'TeamMember',
      permission: 'contacts_edit',
      isGranted: false,
    }),
  )
  expect(await member.call(contactImports.create, file)).toFail('Forbidden')
})

test('a tax exemption is imported for new and existing contacts, counts for their documents, and is undone', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [added, existing, taxed] = [newPhone(), newPhone(), newPhone()]
  ok(await owner.call(contacts.add, { name: 'Old', phone: existing }))
  const csv = `Name,Phone,Tax exempt\nNew,${added},Certificate 12\nOld,${existing},Certificate 34\nTaxed,${taxed},No\n`
  const { id, mapping } = await importFile(tenant, csv)
  expect(mapping).toEqual(['name', 'phone', 'taxExemption'])
  expect((await findByPhone(owner, added))?.taxExemption).toBe('Certificate 12')
  expect((await findByPhone(owner, existing))?.taxExemption).toBe('Certificate 34')
  expect((await findByPhone(owner, taxed))?.taxExemption).toBeNull()
  const contact = { name: 'New', phone: added }
  expect((await createRequest(owner, tenant, 1000, { contact })).isTaxExempt).toBe(true)
  // The same file again changes nothing.
  expect((await dryRun(tenant, csv)).counts).toMatchObject({ new: 0, updates: 0, unchanged: 3 })
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect((await findByPhone(owner, existing))?.taxExemption).toBeNull()
})
