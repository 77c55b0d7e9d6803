import { type ContactImport, contract } from '@frontdesk/contract/api'
import { IMPORT_MAX_BYTES, OVERRIDABLE_RULES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import type { Job } from '../../platform/jobs/define-job.ts'
import { createSalon, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createRequest } from '../../testing/payments.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'

import { stageRows } from './stage-rows.job.ts'
import { runImport, runUndo } from './write-contacts.job.ts'

const { contactImports, contactList, contacts, conversations, notes, team } = contract

const instance = await sharedTestInstance()

const get = async ({ call }: TestUser, id: string): Promise<ContactImport> => ok(await call(contactImports.get, { id }))

/** Uploads and checks a file; resolves when the dry run has ended. */
async function dryRun(
  tenant: Tenant,
  csv: string,
  person = tenant.owner,
  options: object = {},
): Promise<ContactImport> {
  const check = { locationID: tenant.locationIds[0] ?? '', ...options }
  const { id } = await uploadContacts(person, csv, { check })
  await instance.idle()
  return get(person, id)
}

async function importFile(tenant: Tenant, csv: string, person = tenant.owner, options: object = {}) {
  const { id } = await dryRun(tenant, csv, person, options)
  ok(await person.call(contactImports.start, { id }))
  await instance.idle()
  return get(person, id)
}

const byPhone = async ({ call }: TestUser, phoneNumber: string) =>
  ok(await call(contacts.getByPhone, { phoneNumber })).contact

async function problemRows({ auth, call }: TestUser, id: string): Promise<string> {
  const { url } = ok(await call(contactImports.getProblemRows, { id }))
  const cookie = await signInForFilesCookie(instance.url, auth, PASSWORD)
  return (await fetch(instance.url + url, { headers: { cookie } })).text()
}

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
  expect(await get(owner, id)).toMatchObject({ state: 'done', created: 1, updated: 4, processed: 5, canUndo: true })
  expect(await byPhone(owner, existing)).toMatchObject({
    name: 'New name',
    email: 'NEW@example.test',
    // A birthday without a year does not replace the same one with a year.
    birthDate: '1979-03-14',
    tags: ['VIP', 'dogs', 'Imported'],
    labels: ['New Lead'],
    locationID: there,
    source: 'user',
  })
  expect(await byPhone(owner, twice)).toMatchObject({
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
  expect((await byPhone(owner, optedOut))?.name).toBe('Gone')
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
  ok(await owner.call(contacts.update, { id: (await byPhone(owner, existing))?.id ?? '', name: 'Edited since' }))
  ok(await owner.call(contactImports.undo, { id }))
  expect(await owner.call(contactImports.undo, { id })).toFail('ImportNotUndoable')
  await instance.idle()
  expect(await get(owner, id)).toMatchObject({ state: 'undone', undone: 5, canUndo: false })
  expect(await byPhone(owner, twice)).toBeNull()
  expect(await byPhone(owner, existing)).toMatchObject({ name: 'Edited since', labels: [], ...card })
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
  expect(await get(owner, id)).toMatchObject({ created: 5, updated: 1 })
  const phones = async (phone: string) => (await byPhone(owner, phone))?.phones.map((number) => number.phone)
  expect(await phones(home)).toEqual([a, work, home])
  expect(await byPhone(owner, work)).toMatchObject({ name: 'A', emails: ['a@example.test', 'a2@example.test'] })
  expect(await phones(desk)).toEqual([one, car, desk])
  expect((await byPhone(owner, one))?.emails).toEqual(['one@example.test', 'uno@example.test'])
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
  expect(await get(owner, id)).toMatchObject({ state: 'undone', undone: 6 })
  expect(await get(owner, second.id)).toMatchObject({ state: 'undone', undone: 1 })
  expect(await phones(one)).toEqual([one, car])
  expect((await byPhone(owner, one))?.emails).toEqual(['one@example.test'])
  expect(await phones(two)).toEqual([two, used])
  for (const phone of [a, work, home, desk]) expect(await byPhone(owner, phone)).toBeNull()
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
  expect(await byPhone(owner, annHome ?? '')).toMatchObject({
    statusKey: 'won',
    locationID: there,
    tags: ['dogs, big'],
  })
  expect(await byPhone(owner, bob ?? '')).toMatchObject({ name: '=SUM(1)', statusKey: 'lead', locationID: here })
  expect(await byPhone(owner, cy ?? '')).toMatchObject({ statusKey: null, locationID: here })
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
  expect(await byPhone(owner, contact.phone)).toMatchObject({ statusKey: 'won', locationID: here })
  expect(await conversation(sid)).toMatchObject({ statusKey: 'won', isClosed: true })
  expect(await conversation(other.sid)).toMatchObject({ statusKey: 'won', isClosed: true })
  // Changed since: the undo leaves it alone.
  ok(await owner.call(contract.contactStatuses.change, { sid: other.sid, statusKey: 'lead' }))
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await get(owner, id)).toMatchObject({ state: 'undone', undone: 2 })
  expect(await byPhone(owner, contact.phone)).toMatchObject({ statusKey: 'lead' })
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

test('a file is read again with the encoding and delimiter that a teammate chooses, and imported like that', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phone = newPhone()
  // “Имя#Телефон” and “Елена” in Windows-1251, with a comma and a colon that are no delimiters.
  const cyrillic = Buffer.concat([
    Buffer.from('c8ecff23d2e5ebe5f4eeed0a', 'hex'),
    Buffer.from('c5ebe5ede0', 'hex'),
    Buffer.from(`, 7:30#${phone}\n`),
  ])
  const { id, csv, columns } = await uploadContacts(owner, new Uint8Array(cyrillic))
  expect(csv).toEqual({ encoding: 'windows-1252', isEncodingCertain: false, delimiter: ',' })
  expect(columns).toMatchObject([{ title: 'Èìÿ#Òåëåôîí' }, { title: '' }])
  const read = async (choice: object) => owner.call(contactImports.read, { id, ...choice })
  expect(await read({ encoding: 'windows-1259' })).toFail('InvalidInput')
  for (const delimiter of ['', '##', 'a', '"', ' ', '\n', '\0'])
    expect(await read({ delimiter })).toFail('InvalidInput')
  expect(ok(await read({}))).toMatchObject({ csv, columns })

  expect(ok(await read({ delimiter: '#' }))).toMatchObject({
    csv: { encoding: 'windows-1252', isEncodingCertain: false, delimiter: '#' },
    columns: [{ title: 'Èìÿ' }, { title: 'Òåëåôîí', samples: [phone] }],
    mapping: [null, 'phone'],
  })
  const check = { id, hasHeader: true, mode: 'create' as const, locationID: tenant.locationIds[0] ?? '' }
  ok(await owner.call(contactImports.check, { ...check, mapping: ['name', 'phone'] }))
  await instance.idle()
  expect(await get(owner, id)).toMatchObject({ state: 'ready', counts: { new: 1 } })
  // After the dry run too, which is then made again.
  expect(ok(await read({ encoding: 'windows-1251' }))).toMatchObject({
    state: 'read',
    csv: { encoding: 'windows-1251', isEncodingCertain: true, delimiter: '#' },
    columns: [
      { title: 'Имя', samples: ['Елена, 7:30'] },
      { title: 'Телефон', samples: [phone] },
    ],
    counts: { rows: 0, new: 0 },
    total: 0,
  })
  expect(await owner.call(contactImports.start, { id })).toFail('ImportStateWrong')
  ok(await owner.call(contactImports.check, { ...check, mapping: ['name', 'phone'] }))
  await instance.idle()
  ok(await owner.call(contactImports.start, { id }))
  await instance.idle()
  expect(await get(owner, id)).toMatchObject({ state: 'done', created: 1 })
  expect((await byPhone(owner, phone))?.name).toBe('Елена, 7:30')
  expect(await read({ encoding: 'koi8-r' })).toFail('ImportStateWrong')

  // vCards have an encoding but no delimiter.
  const card = new Uint8Array(Buffer.from('BEGIN:VCARD\r\nFN:\xc5\xeb\r\nTEL:2125550100\r\nEND:VCARD\r\n', 'latin1'))
  const vcard = await uploadContacts(owner, card)
  expect(vcard.csv).toBeNull()
  expect(await owner.call(contactImports.read, { id: vcard.id, delimiter: ';' })).toFail('InvalidInput')
  expect(ok(await owner.call(contactImports.read, { id: vcard.id, encoding: 'windows-1251' }))).toMatchObject({
    csv: null,
    columns: [{ samples: ['Ел'] }, { samples: ['2125550100'] }, {}, {}, {}, {}, {}],
  })
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
  expect((await byPhone(owner, existing))?.name).toBe('Old')
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
  expect((await byPhone(member, shared.phone))?.phones).toHaveLength(1)

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
  expect(await get(tenant.owner, done.id)).toMatchObject({ state: 'undone', undone: 1 })
})

test('the undo keeps contacts with payment requests', async () => {
  const tenant = await instance.createTenant()
  const [kept, removed] = [newPhone(), newPhone()]
  const { id } = await importFile(tenant, ['Name,Phone', `Kept,${kept}`, `Removed,${removed}`].join('\n'))
  const request = await createRequest(tenant.owner, tenant, 100, { contact: { phone: kept } })
  ok(await tenant.owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await byPhone(tenant.owner, kept)).toMatchObject({ id: request.contact?.id })
  expect(await byPhone(tenant.owner, removed)).toBeNull()
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
  expect(await byPhone(owner, kept)).toMatchObject({ id: booking.contact?.id })
  expect(await byPhone(owner, removed)).toBeNull()
})

/** The services of a process that dies at the end of the first batch beyond a row, which is rolled back. */
function dyingAfter(row: number, id: string) {
  const { inTenant } = instance.server.database
  return {
    ...instance.server.services,
    inTenant: (async (scope, work) =>
      inTenant(scope, async (tx) => {
        const result = await work(tx)
        const { checkpoint } = await tx
          .selectFrom('contactImports')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', id)
          .select('checkpoint')
          .executeTakeFirstOrThrow()
        if (checkpoint > row) throw new Error('killed')
        return result
      })) as typeof inTenant,
  }
}

test('5,000 rows: killed at 60 %, the dry run, the import and the undo continue, and nothing is doubled', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const existing = newPhone()
  ok(await owner.call(contacts.add, { name: 'Old', phone: existing }))
  const phones = Array.from({ length: 4999 }, newPhone)
  // Every tenth contact has a second number.
  const second = new Map(phones.filter((_, index) => index % 10 === 0).map((phone) => [phone, newPhone()]))
  const lines = phones.map((phone, index) => `C${index},${phone},${second.get(phone) ?? ''}`)
  const csv = `Name,Phone,Work phone\nNew,${existing},\n${lines.join('\n')}\n`
  const { id, counts } = await dryRun(tenant, csv)
  expect(counts).toMatchObject({ rows: 5000, new: 4999, updates: 1, duplicates: 0 })
  const attempt = { jobId: '0', isLast: false }
  const total = async () => ok(await owner.call(contactList.getList, {})).totalCount
  const runKilled = async (job: Job<typeof instance.server.services>, payload: object) => {
    await expect(job.run(dyingAfter(3000, id), payload, attempt)).rejects.toThrow('killed')
    const halfway = await get(owner, id)
    await job.run(instance.server.services, payload, attempt)
    return halfway
  }

  // Set without their jobs, so that the worker does not run them too.
  const checkId = crypto.randomUUID()
  const setState = (state: string) =>
    database.query('update contact_imports set state = $3, checkpoint = 0 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      state,
    ])
  await setState('checking')
  await database.query("update contact_imports set check_id = $2, counts = '{}' where tenant_id = $1", [
    tenantId,
    checkId,
  ])
  expect(await runKilled(stageRows, { tenantId, id, checkId })).toMatchObject({
    state: 'checking',
    counts: { rows: 2000 },
  })
  expect(await get(owner, id)).toMatchObject({ state: 'ready', counts })

  await setState('importing')
  await database.query("update contact_imports set consent_wording = 'On paper' where id = $1", [id])
  const consentEvents = async (kind: string) =>
    (
      await database.query('select count(*)::int as n from consent_events where tenant_id = $1 and kind = $2', [
        tenantId,
        kind,
      ])
    ).rows[0].n
  expect(await runKilled(runImport, { tenantId, id })).toMatchObject({ state: 'importing', processed: 2000 })
  expect(await get(owner, id)).toMatchObject({ state: 'done', processed: 5000, created: 4999, updated: 1 })
  expect(await total()).toBe(5000)
  expect(await consentEvents('opt-in')).toBe(5000 + second.size)
  expect(ok(await owner.call(contactList.count, {}))).toMatchObject({ count: 5000 })
  const furtherNumbers = async () =>
    (
      await database.query(
        'select count(*)::int as n from contacts where tenant_id = $1 and main_id is not null and cardinality(other_phones) = 1',
        [tenantId],
      )
    ).rows[0].n
  expect(await furtherNumbers()).toBe(second.size)

  // A contact who wrote since, and one with a note, stay.
  const [written = '', noted = ''] = phones
  await tenant.textFrom(written, 'Hello')
  ok(await owner.call(notes.add, { contactId: (await byPhone(owner, noted))?.id ?? '', note: 'Called' }))
  await setState('undoing')
  await runKilled(runUndo, { tenantId, id, undoneBy: owner.auth.userId })
  expect(await get(owner, id)).toMatchObject({ state: 'undone', undone: 4998 })
  expect(await consentEvents('void')).toBe(5000 + second.size)
  expect(await total()).toBe(3)
  // `written` has a second number, and was kept as it is.
  expect(await furtherNumbers()).toBe(1)
  expect((await byPhone(owner, existing))?.name).toBe('Old')
  expect((await byPhone(owner, written))?.name).toBe('C0')
}, 60_000)

test('an import ends when it is stopped or its rights are gone, and leaves new contacts of others alone', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const manager = await tenant.createUser('Manager')
  const attempt = { jobId: '0', isLast: false }
  const importing = async (csv: string) => {
    const { id } = await dryRun(tenant, csv, manager)
    await database.query("update contact_imports set state = 'importing', checkpoint = 0 where id = $1", [id])
    return id
  }
  const [meanwhile, other] = [newPhone(), newPhone()]
  const first = await importing(`Name,Phone\nFile,${meanwhile}\n`)
  ok(await owner.call(contacts.add, { name: 'Added meanwhile', phone: meanwhile }))
  await runImport.run(instance.server.services, { tenantId, id: first }, attempt)
  expect(await get(manager, first)).toMatchObject({ state: 'done', created: 0, canUndo: false })
  expect((await byPhone(owner, meanwhile))?.name).toBe('Added meanwhile')

  const second = await importing(`Name,Phone\nFile,${other}\n`)
  expect(ok(await manager.call(contactImports.stop, { id: second }))).toMatchObject({ state: 'stopped' })
  await runImport.run(instance.server.services, { tenantId, id: second }, attempt)
  const third = await importing(`Name,Phone\nFile,${other}\n`)
  ok(await owner.call(team.setRolePermission, { role: 'Manager', permission: 'contacts_edit', isGranted: false }))
  await runImport.run(instance.server.services, { tenantId, id: third }, attempt)
  expect(await get(owner, third)).toMatchObject({ state: 'stopped', created: 0 })
  expect(await byPhone(owner, other)).toBeNull()
})

test('rows are deleted when the undo is no longer possible, and uploads that nobody started are discarded', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const { owner: database } = instance.server.database
  const { id } = await importFile(tenant, `Name,Phone\nAnn,${newPhone()}\nBob,1\n`)
  const { id: abandoned } = await dryRun(tenant, `Name,Phone\nCy,${newPhone()}\n`)
  const rows = async () =>
    (await database.query('select count(*)::int as n from contact_import_rows where tenant_id = $1', [tenantId]))
      .rows[0].n
  await instance.runJob('clear-old-rows')
  expect(await rows()).toBe(3)
  await database.query(
    "update contact_imports set created_at = now() - interval '8 days', finished_at = finished_at - interval '8 days' where tenant_id = $1",
    [tenantId],
  )
  await instance.runJob('clear-old-rows')
  expect(await rows()).toBe(0)
  expect(await get(owner, id)).toMatchObject({ state: 'done', canUndo: false, hasProblemRows: false })
  expect(await owner.call(contactImports.undo, { id })).toFail('ImportNotUndoable')
  expect(await owner.call(contactImports.get, { id: abandoned })).toFail('ImportNotFound')
})

test('a CSV without a header row: its first row is a contact too, unless the teammate says otherwise', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const phones = [newPhone(), newPhone()]
  const csv = `Ann Lee,,Boston\nBob Ray,${phones[0]},Boston\nCy Young,${phones[1]},New York\n`
  const read = await uploadContacts(owner, csv)
  expect(read).toMatchObject({
    hasHeader: false,
    mapping: ['name', 'phone', null],
    columns: [
      { title: '', samples: ['Ann Lee', 'Bob Ray', 'Cy Young'] },
      { title: '', samples: phones },
      { title: '', samples: ['Boston', 'Boston', 'New York'] },
    ],
  })
  expect(await dryRun(tenant, csv, owner, { hasHeader: true })).toMatchObject({ counts: { rows: 2, new: 2 } })
  const done = await importFile(tenant, csv)
  expect(done).toMatchObject({ state: 'done', hasHeader: false, counts: { rows: 3, new: 2, withoutPhone: 1 } })
  expect(await byPhone(owner, phones[0] ?? '')).toMatchObject({ name: 'Bob Ray' })
  expect(await problemRows(owner, done.id)).toContain('Ann Lee')
})

test('what cannot be read gets a clear answer, and uploads have limits', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const upload = async (contents: string | Uint8Array<ArrayBuffer>) => {
    const { id } = ok(
      await owner.call(contactImports.create, { fileName: 'x.csv', byteSize: Buffer.byteLength(contents) }),
    )
    const form = new FormData()
    form.append('id', id)
    form.append('part', '0')
    form.append('file', new File([contents], 'x.csv'))
    ok(await owner.call(contactImports.upload, form as never))
    return owner.call(contactImports.read, { id })
  }
  for (const [contents, reason] of [
    [new Uint8Array(Buffer.from('504b0304140006000800000021', 'hex')), 'spreadsheet'],
    [' \n', 'empty'],
    [Array.from({ length: 301 }, () => 'a').join(','), 'too-many-columns'],
    ['Name,Phone\n"never closed,2125550100\n', 'quote'],
  ] as const) {
    const refused = await upload(contents)
    expect(refused).toFail('ImportUnreadable')
    expect(refused).toMatchObject({ body: { data: { reason } } })
  }
  // A file that breaks off later than its first rows says where.
  const rows = Array.from({ length: 60 }, () => `Ann,${newPhone()}`)
  const broken = await dryRun(tenant, `Name,Phone\n${rows.join('\n')}\n"never closed,1\n`)
  expect(broken).toMatchObject({ state: 'failed', problem: { reason: 'quote', row: 62 } })

  const tooLarge = { fileName: 'x.csv', byteSize: IMPORT_MAX_BYTES + 1 }
  expect(await owner.call(contactImports.create, tooLarge)).toFail('InvalidInput')
  const { id } = ok(await owner.call(contactImports.create, { fileName: 'x.csv', byteSize: 10 }))
  expect(await owner.call(contactImports.read, { id })).toFail('ImportStateWrong')
  const part = async (number: string, contents: string) => {
    const form = new FormData()
    form.append('id', id)
    form.append('part', number)
    form.append('file', new File([contents], 'x.csv'))
    return owner.call(contactImports.upload, form as never)
  }
  expect(await part('1', 'Name')).toFail('InvalidInput')
  expect(await part('0', 'x'.repeat(11))).toFail('InvalidInput')
  expect(await part('0', 'x'.repeat(5_000_001))).toFail('RequestTooLarge')
  // A part can be repeated.
  ok(await part('0', 'Na'))
  ok(await part('0', 'Name\n'))
  expect(await owner.call(contactImports.read, { id })).toFail('ImportStateWrong')
  ok(await part('1', 'Phone'))
  expect(ok(await owner.call(contactImports.read, { id }))).toMatchObject({ columns: [{ title: 'Name' }] })
  const check = { id, hasHeader: true, mode: 'create' as const, locationID: tenant.locationIds[0] ?? '' }
  expect(await owner.call(contactImports.check, { ...check, mapping: [] })).toFail('InvalidInput')
  expect(await owner.call(contactImports.check, { ...check, mapping: ['name'] })).toFail('InvalidInput')
  expect(await owner.call(contactImports.start, { id })).toFail('ImportStateWrong')
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
  expect((await byPhone(owner, added))?.taxExemption).toBe('Certificate 12')
  expect((await byPhone(owner, existing))?.taxExemption).toBe('Certificate 34')
  expect((await byPhone(owner, taxed))?.taxExemption).toBeNull()
  const contact = { name: 'New', phone: added }
  expect((await createRequest(owner, tenant, 1000, { contact })).isTaxExempt).toBe(true)
  // The same file again changes nothing.
  expect((await dryRun(tenant, csv)).counts).toMatchObject({ new: 0, updates: 0, unchanged: 3 })
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect((await byPhone(owner, existing))?.taxExemption).toBeNull()
})
