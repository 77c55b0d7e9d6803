import { contract } from '@frontdesk/contract/api'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { ok } from '../../testing/client.ts'
import { withDatabase } from '../../testing/global-setup.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

const named = async (tenant: Tenant, contactName: string) =>
  ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactName,
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  ).data

const namesMatching = async (tenant: Tenant, searchName: string) =>
  (await tenant.list(tenant.owner, { searchName })).map(({ friendlyName }) => friendlyName).sort()

/** More people of one name and one beginning of a number than a search can name. */
const withManyCalled = async ({ tenantId, locationIds }: Tenant, name: string) =>
  instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), $2 || ' ' || i, '+1646' || (7000000 + i), 'US', $3, 'sms', now() from generate_series(1, 2100) i`,
    [tenantId, name, locationIds[0]],
  )

const TERMS = {
  élodie: ['ÉLODIE MARTIN', 'Elodie Roux', 'Élodie Petit'],
  ÉLODIE: ['ÉLODIE MARTIN', 'Elodie Roux', 'Élodie Petit'],
  elodie: ['ÉLODIE MARTIN', 'Elodie Roux', 'Élodie Petit'],
  // With a combining accent, as some keyboards write it.
  'e\u0301lodie p': ['Élodie Petit'],
  strasse: ['Jörg Straße', 'STRASSE 5'],
  straße: ['Jörg Straße', 'STRASSE 5'],
  jorg: ['Jörg Straße'],
  søren: ['SØREN Åberg'],
  aberg: ['SØREN Åberg'],
  иван: ['ИВАН Ёлкин'],
  'ЕЛКИН, иван': ['ИВАН Ёлкин'],
  李: ['李小龙'],
  小龙: ['李小龙'],
  ΔΗΜΉΤΡΗΣ: ['Δημήτρης Παπάς'],
  'παπασ δημητρης': ['Δημήτρης Παπάς'],
  obrien: ['Maya O’Brien'],
  "O'Brien": ['Maya O’Brien'],
  'o brien': ['Maya O’Brien'],
  'o brien maya': ['Maya O’Brien'],
  'maya c': ['Maya\u200B Chen'],
  'jean luc': ['Jean-Luc Picard', 'Picard, Jean Luc'],
  jeanluc: ['Jean-Luc Picard', 'Picard, Jean Luc'],
  'Jean\u2011Luc Picard': ['Jean-Luc Picard', 'Picard, Jean Luc'],
  'luc picard jean': ['Jean-Luc Picard', 'Picard, Jean Luc'],
  'Chen, Maya': ['Maya\u200B Chen'],
  'chen  maya': ['Maya\u200B Chen'],
  'john r smith jr': ['John R. Smith, Jr.'],
  'J.R.': ['J. R. Ewing', 'J.R. Tolkien', 'JR Motors', 'John R. Smith, Jr.', 'Tolkien, J. R. R.'],
  'j r tolkien': ['J.R. Tolkien', 'Tolkien, J. R. R.'],
  'tolkien j r': ['J.R. Tolkien', 'Tolkien, J. R. R.'],
  'jr tolkien': ['J.R. Tolkien'],
  'r tolkien': ['J.R. Tolkien', 'Tolkien, J. R. R.'],
  'ж к петров': ['Ж.К. Петров'],
  istanbul: ['İSTANBUL Oto'],
  שלום: ['שָׁלוֹם לוי'],
  // Neither a pattern nor a word.
  '％': [],
  _: [],
  "'": [],
}
const NAMES = [...new Set(Object.values(TERMS).flat())]

test('names are found regardless of case, accents, punctuation and word order, including those of conversations', async () => {
  const tenant = await instance.createTenant()
  for (const name of NAMES) await named(tenant, name)
  const { sid } = await named(tenant, 'Somebody')
  ok(await tenant.owner.call(contract.conversations.updateFriendlyName, { sid, friendlyName: 'Chloé from Nîmes' }))
  for (const [term, names] of Object.entries(TERMS))
    expect([term, await namesMatching(tenant, term)]).toEqual([term, names.toSorted()])
  expect(await namesMatching(tenant, 'chloe FROM nimes')).toEqual(['Chloé from Nîmes'])
  expect(
    ok(await tenant.owner.call(contract.contacts.suggest, { searchTerm: 'ELODIE' })).contacts.map(({ name }) => name),
  ).toEqual(['ÉLODIE MARTIN', 'Élodie Petit', 'Elodie Roux'])
})

test('one search finds contacts without a conversation and groups too, and only those that the viewer may see', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const { owner } = tenant
  const phone = newPhone()
  const { id } = ok(
    await owner.call(contract.contacts.add, {
      name: 'Zoë Quill',
      phone,
      email: 'zoe@quill.test',
      locationID: here,
    }),
  )
  const group = (name: string, locationID: string | null) =>
    owner.call(contract.groups.save, { name, locationID, kind: 'fixed' })
  const { sid } = ok(await group('Quill fans', here)).data
  const all = ok(await group('Quill, everywhere', null)).data
  const searchAll = async (person: Tenant['owner'], text: string, locationIDs?: string[]) => {
    const { contacts, groups } = ok(await person.call(contract.messageSearch.searchAll, { text, locationIDs })).data
    return { contacts: contacts.map((contact) => contact.id), groups: groups.map((each) => each.sid) }
  }
  const groups = [sid, all.sid]
  expect(await searchAll(owner, 'zoe quill')).toEqual({ contacts: [id], groups: [] })
  expect(await searchAll(owner, 'QUILL')).toEqual({ contacts: [id], groups })
  for (const text of [phone, phone.slice(-7), 'zoe@quill.test'])
    expect(await searchAll(owner, text)).toEqual({ contacts: [id], groups: [] })
  expect(await searchAll(owner, 'quill', [there])).toEqual({ contacts: [], groups: [all.sid] })
  // Neither a pattern nor a word: nothing, and not everything.
  for (const text of ['%', '_', '⠀']) expect(await searchAll(owner, text)).toEqual({ contacts: [], groups: [] })
  const elsewhere = await tenant.createUser('Manager', { locationIds: [there] })
  expect(await searchAll(elsewhere, 'quill')).toEqual({ contacts: [], groups: [all.sid] })
  expect(await searchAll((await instance.createTenant()).owner, 'quill')).toEqual({ contacts: [], groups: [] })
})

test('with more matches than can be listed, the list is scanned by the same rule, and finds merged contacts', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const surviving = await named(tenant, 'Home')
  const mobile = await named(tenant, 'Élodie Petit')
  const other = await named(tenant, 'ÉLODIE MARTIN')
  await named(tenant, 'Nobody')
  ok(await owner.call(contract.merging.merge, { sid: mobile.sid, intoSid: surviving.sid }))
  await withManyCalled(tenant, 'Elodie')
  expect(await namesMatching(tenant, 'élodie')).toEqual(['Home', 'ÉLODIE MARTIN'].sort())
  const byPhone = await tenant.list(owner, { searchPhoneNumber: '212' })
  expect(byPhone).toHaveLength(3)
  ok(await owner.call(contract.contacts.suggest, { searchTerm: 'elodie' }))

  // Its own number has other digits than that of the merged one.
  const { tenantId } = tenant
  await instance.server.database.owner.query(
    `update contacts set phone = replace(phone, '+1212', '+1305') where tenant_id = $1 and id = $2`,
    [tenantId, surviving.contact.id],
  )
  await instance.server.database.owner.query(
    `update conversations set contact_phone = replace(contact_phone, '+1212', '+1305') where tenant_id = $1 and contact_id = $2`,
    [tenantId, surviving.contact.id],
  )
  await instance.server.database.owner.query(
    `update contacts set phone = replace(phone, '+1646', '+1212') where tenant_id = $1 and name like 'Elodie %'`,
    [tenantId],
  )
  expect((await tenant.list(owner, { searchPhoneNumber: '212' })).map(({ sid }) => sid).sort()).toEqual(
    byPhone.map(({ sid }) => sid).sort(),
  )
  expect((await tenant.list(owner, { searchPhoneNumber: '305' })).map(({ sid }) => sid)).toEqual([surviving.sid])
  expect(other.sid).not.toBe(surviving.sid)
})

test('the name the team gave a conversation finds the surviving one, however many others match', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const surviving = await named(tenant, 'Home')
  const office = await named(tenant, 'Anna')
  ok(
    await owner.call(contract.conversations.updateFriendlyName, {
      sid: office.sid,
      friendlyName: 'Élodie’s bakery',
    }),
  )
  ok(await owner.call(contract.merging.merge, { sid: office.sid, intoSid: surviving.sid }))
  // The result says why it matched.
  expect(await tenant.list(owner, { searchName: 'elodie' })).toMatchObject([
    { friendlyName: 'Home', merged: [{ name: 'Élodie’s bakery' }] },
  ])
  await withManyCalled(tenant, 'Elodie')
  expect(await namesMatching(tenant, 'elodie')).toEqual(['Home'])
  ok(await owner.call(contract.merging.unmerge, { sid: surviving.sid, mergedSid: office.sid }))
  expect(await namesMatching(tenant, 'bakery')).toEqual(['Élodie’s bakery'])
})

test.each([
  ['builtin', `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`],
  ['ICU, Turkish', `locale_provider icu icu_locale 'tr-TR' locale 'C'`],
])('a database of another locale compares names the same way (%s)', async (_locale, options) => {
  const postgresUrl = inject('postgresUrl')
  const name = `locale_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8' ${options}`)
  const pool = new pg.Pool({ connectionString: withDatabase(postgresUrl, name) })
  try {
    await migrate(pool)
    const { rows } = await pool.query<{ term: string; name: string }>(
      `select term, name from unnest($1::text[]) term, unnest($2::text[]) name where name_key(name) like all (name_patterns(term))`,
      [Object.keys(TERMS), NAMES],
    )
    const byTerm = Object.groupBy(rows, ({ term }) => term)
    for (const [term, names] of Object.entries(TERMS))
      expect([term, (byTerm[term] ?? []).map((row) => row.name).sort()]).toEqual([term, names.toSorted()])
  } finally {
    await pool.end()
    await admin.end()
  }
})
