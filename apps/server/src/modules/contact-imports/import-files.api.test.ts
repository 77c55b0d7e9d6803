import { contract } from '@frontdesk/contract/api'
import { IMPORT_MAX_BYTES } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { createImporter, findByPhone, getImport, uploadContacts } from '../../testing/contact-import.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { contactImports } = contract

const instance = await sharedTestInstance()
const { dryRun, importFile, problemRows } = createImporter(instance)

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
  expect(await getImport(owner, id)).toMatchObject({ state: 'ready', counts: { new: 1 } })
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
  expect(await getImport(owner, id)).toMatchObject({ state: 'done', created: 1 })
  expect((await findByPhone(owner, phone))?.name).toBe('Елена, 7:30')
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
  expect(await findByPhone(owner, phones[0] ?? '')).toMatchObject({ name: 'Bob Ray' })
  expect(await problemRows(owner, done.id)).toContain('Ann Lee')
})

test('a file that cannot be read gets a clear answer, and uploads have limits', async () => {
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
