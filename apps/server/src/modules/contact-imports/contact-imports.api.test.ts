import { type ContactImport, contract } from '@frontdesk/contract/api'
import { IMPORT_MAX_BYTES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import type { Job } from '../../platform/jobs/define-job.ts'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
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
    `=cmd();(212) ${twice.slice(5, 8)}-${twice.slice(8)};not an email;;;Nobody made this;`,
    `Twice;1-212-${twice.slice(5)};;;;;`,
    'Wrong;555-0100;;;;;',
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
    tags: ['Imported'],
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
    '"8","Not imported: not a valid phone number","Wrong"',
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
  const done = await importFile(tenant, csv, member)
  expect(done).toMatchObject({ counts: { new: 1, skipped: 1, updates: 0 }, created: 1, updated: 0 })
  expect(JSON.stringify([done, await problemRows(member, done.id)])).not.toMatch(/secret/i)
  expect(ok(await tenant.owner.call(contacts.get, { id: hidden.id }))).toEqual(hidden)
  // Colleagues who see less have no access to the import; those who see everything do.
  const colleague = await tenant.createUser('Manager', { locationIds: [here] })
  expect(await colleague.call(contactImports.get, { id: done.id })).toFail('ImportNotFound')
  expect(ok(await colleague.call(contactImports.getList, undefined)).imports).toEqual([])
  expect(ok(await tenant.owner.call(contactImports.getList, undefined)).imports).toMatchObject([{ id: done.id }])
  ok(await tenant.owner.call(contactImports.undo, { id: done.id }))
  await instance.idle()
  expect(await get(tenant.owner, done.id)).toMatchObject({ state: 'undone', undone: 1 })
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
  const csv = `Name,Phone\nNew,${existing}\n${phones.map((phone, index) => `C${index},${phone}`).join('\n')}\n`
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
  expect(await runKilled(runImport, { tenantId, id })).toMatchObject({ state: 'importing', processed: 2000 })
  expect(await get(owner, id)).toMatchObject({ state: 'done', processed: 5000, created: 4999, updated: 1 })
  expect(await total()).toBe(5000)
  expect(ok(await owner.call(contactList.count, {}))).toMatchObject({ count: 5000 })

  // A contact who wrote since, and one with a note, stay.
  const [written = '', noted = ''] = phones
  await tenant.textFrom(written, 'Hello')
  ok(await owner.call(notes.add, { contactId: (await byPhone(owner, noted))?.id ?? '', note: 'Called' }))
  await setState('undoing')
  await runKilled(runUndo, { tenantId, id, undoneBy: owner.auth.userId })
  expect(await get(owner, id)).toMatchObject({ state: 'undone', undone: 4998 })
  expect(await total()).toBe(3)
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
