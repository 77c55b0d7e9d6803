import { type ContactCriteria, type ContactField, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { uploadContacts } from '../../testing/contact-import.ts'
import { signInForFilesCookie } from '../../testing/files.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { contactFields, contactImports, contactList, contacts } = contract

const instance = await sharedTestInstance()

const DRAFTS = [
  { name: 'Pet', type: 'text' as const },
  { name: 'Visits', type: 'number' as const },
  { name: 'Last visit', type: 'date' as const },
  { name: 'Plan', type: 'choice' as const, choices: ['Gold', 'Silver'] },
]

/** A business with a field of each type, and their ids. */
async function createTenantWithFields() {
  const tenant = await instance.createTenant()
  const list = ok(await tenant.owner.call(contactFields.save, { fields: DRAFTS, version: 0 }))
  const [pet = '', visits = '', last = '', plan = ''] = list.fields.map(({ id }) => id)
  return { ...tenant, ...list, ids: { pet, visits, last, plan } }
}

const add = async ({ owner }: Pick<Tenant, 'owner'>, name: string, custom: Record<string, string | null>) =>
  ok(await owner.call(contacts.add, { name, phone: newPhone(), custom }))

test('fields are saved as a list, live, and keep the values of contacts when renamed or archived', async () => {
  const { owner, createUser, fields, version, ids } = await createTenantWithFields()
  expect(fields.map(({ name, choices, isArchived }) => ({ name, choices, isArchived }))).toEqual(
    DRAFTS.map(({ name, choices = [] }) => ({ name, choices, isArchived: false })),
  )
  const member = await createUser('TeamMember')
  expect(await member.call(contactFields.save, { fields, version })).toFail('Forbidden')
  const screen = await connectLive(instance.url, member.auth)
  const maya = await add({ owner }, 'Maya', { [ids.pet]: ' Rex ', [ids.visits]: '1,200.50', [ids.plan]: 'gold' })
  expect(maya.custom).toEqual({ [ids.pet]: 'Rex', [ids.visits]: '1200.5', [ids.plan]: 'Gold' })

  const changed: ContactField[] = fields.map((field) =>
    field.id === ids.pet
      ? { ...field, name: 'Dog' }
      : field.id === ids.plan
        ? { ...field, choices: ['Silver'] }
        : { ...field, isArchived: field.id === ids.visits },
  )
  ok(await owner.call(contactFields.save, { fields: changed.toReversed(), version }))
  await screen.waitFor('setting.changed', ({ subject }) => subject === 'contact-fields')
  screen.close()
  expect(ok(await member.call(contactFields.get, undefined)).fields.map(({ name }) => name)).toEqual([
    'Plan',
    'Last visit',
    'Visits',
    'Dog',
  ])
  // A removed choice and an archived field keep their values, also when the contact is edited.
  const edited = ok(await owner.call(contacts.update, { id: maya.id, custom: { [ids.pet]: 'Bo' } }))
  expect(edited.custom).toEqual({ [ids.pet]: 'Bo', [ids.visits]: '1200.5', [ids.plan]: 'Gold' })

  const now = { fields: changed, version: version + 1 }
  expect(await owner.call(contactFields.save, { ...now, version })).toFail('ChangedMeanwhile')
  expect(await owner.call(contactFields.save, { ...now, fields: changed.slice(1) })).toFail('InvalidInput')
  expect(await owner.call(contactFields.save, { ...now, fields: [...changed, ...changed] })).toFail('InvalidInput')
  const retyped = changed.map((field) => ({ ...field, type: 'text' as const }))
  expect(await owner.call(contactFields.save, { ...now, fields: retyped })).toFail('InvalidInput')
  for (const wrong of [
    { name: 'dog', type: 'text' as const },
    { name: ' ', type: 'text' as const },
    { name: 'Size', type: 'choice' as const },
    { name: 'Size', type: 'choice' as const, choices: ['S', 's'] },
  ])
    expect(await owner.call(contactFields.save, { ...now, fields: [...changed, wrong] })).toFail('InvalidInput')
  const many = Array.from({ length: 48 }, (_, index) => ({ name: `Field ${index}`, type: 'text' as const }))
  expect(await owner.call(contactFields.save, { ...now, fields: [...changed, ...many] })).toFail('InvalidInput')
  ok(await owner.call(contactFields.save, { ...now, fields: [...changed, ...many.slice(1)] }))
})

test('values are validated by type and merged with concurrent changes of other fields', async () => {
  const { owner, createUser, ids } = await createTenantWithFields()
  const { id } = await add({ owner }, 'Maya', {})
  const change = (custom: Record<string, string | null>) => owner.call(contacts.update, { id, custom })
  for (const [field, value] of [
    [ids.visits, 'many'],
    [ids.last, '2026-02-30'],
    [ids.plan, 'Bronze'],
  ] as const) {
    const refused = await change({ [field]: value })
    expect(refused).toFail('InvalidInput')
    expect(refused).toMatchObject({ body: { data: { fields: [{ path: `custom.${field}` }] } } })
  }
  expect(await change({ [crypto.randomUUID()]: 'x' })).toFail('ContactFieldNotFound')
  expect(await change({ pet: 'x' })).toFail('InvalidInput')
  expect(await change({ [ids.pet]: 'x'.repeat(501) })).toFail('InvalidInput')
  await Promise.all([change({ [ids.pet]: 'Rex' }), change({ [ids.visits]: '3' }), change({ [ids.last]: '2026-01-31' })])
  const saved = ok(await change({ [ids.visits]: null, [ids.plan]: '' }))
  expect(saved.custom).toEqual({ [ids.pet]: 'Rex', [ids.last]: '2026-01-31' })
  const viewer = await createUser('TeamMember')
  expect(ok(await viewer.call(contacts.get, { id })).custom).toEqual(saved.custom)
})

test('contacts are filtered by and exported with their fields; hidden contacts never match', async () => {
  const tenant = await createTenantWithFields()
  const { owner, ids, fields, version } = tenant
  await add(tenant, 'Ann', {
    [ids.pet]: 'Rex (100% dog)',
    [ids.visits]: '9',
    [ids.last]: '2026-01-31',
    [ids.plan]: 'Gold',
  })
  await add(tenant, 'Bob', { [ids.pet]: 'cat', [ids.visits]: '10.5', [ids.last]: '2025-12-01', [ids.plan]: 'Silver' })
  await add(tenant, 'Cy', { [ids.visits]: '-3' })
  await add(tenant, 'Dee', {})
  const names = async (conditions: NonNullable<ContactCriteria['fields']>, more: ContactCriteria = {}) =>
    ok(
      await owner.call(contactList.getList, { ...more, fields: conditions, orderBy: 'name', orderByDesc: false }),
    ).contacts.map(({ name }) => name)
  const contains = (value: string) => ({ fieldID: ids.pet, operator: 'contains' as const, value })
  const is = (fieldID: string, value: string) => ({ fieldID, operator: 'is' as const, value })
  const range = (fieldID: string, operator: 'min' | 'max', value: string) => ({ fieldID, operator, value })
  expect(await names([contains('REX')])).toEqual(['Ann'])
  expect(await names([contains('% dog)')])).toEqual(['Ann'])
  expect(await names([contains('.')])).toEqual([])
  expect(await names([is(ids.pet, 'cat')])).toEqual(['Bob'])
  expect(await names([is(ids.plan, 'Gold'), is(ids.plan, 'Silver')])).toEqual(['Ann', 'Bob'])
  expect(await names([is(ids.plan, 'Gold'), is(ids.plan, 'Silver'), range(ids.visits, 'min', '10')])).toEqual(['Bob'])
  expect(await names([range(ids.visits, 'min', '-3'), range(ids.visits, 'max', '9')])).toEqual(['Ann', 'Cy'])
  expect(await names([range(ids.last, 'min', '2026-01-01'), range(ids.last, 'max', '2026-01-31')])).toEqual(['Ann'])
  // A range of numbers matches no text, and a field that does not exist no one.
  expect(await names([range(ids.pet, 'min', '0')])).toEqual([])
  expect(await names([is(crypto.randomUUID(), 'Gold')])).toEqual([])
  expect(await names([is(ids.plan, 'Gold')], { nameSearch: 'bob' })).toEqual([])
  expect(await owner.call(contactList.count, { fields: [range(ids.visits, 'min', 'many')] })).toFail('InvalidInput')
  expect(ok(await owner.call(contactList.count, { fields: [is(ids.plan, 'Gold')] })).count).toBe(1)
  const theirs = await instance.createTenant()
  expect(ok(await theirs.owner.call(contactList.count, { fields: [is(ids.plan, 'Gold')] })).count).toBe(0)

  // Archived fields are no columns of the file, but still filter.
  const archived = fields.map((field) => ({ ...field, isArchived: field.id === ids.last }))
  ok(await owner.call(contactFields.save, { fields: archived, version }))
  expect(await names([range(ids.last, 'min', '2026-01-01')])).toEqual(['Ann'])
  const { contacts: all } = ok(await owner.call(contactList.getList, {}))
  const contactIDs = all.filter(({ name }) => name === 'Ann' || name === 'Cy').map(({ id }) => id)
  const download = async (request: Parameters<typeof owner.call<typeof contactList.export>>[1]) => {
    const { url } = ok(await owner.call(contactList.export, request))
    const cookie = await signInForFilesCookie(instance.url, owner.auth, PASSWORD)
    return (await (await fetch(instance.url + url, { headers: { cookie } })).text()).replace('\ufeff', '')
  }
  const columns = ['name' as const, `field:${ids.visits}` as const, `field:${ids.last}` as const, 'isBlocked' as const]
  expect(await download({ contactIDs, columns })).toBe(
    '"Name","Visits","Blocked"\r\n"Ann","9","No"\r\n"Cy","-3","No"\r\n',
  )
  const [titles] = (await download({ criteria: { nameSearch: 'dee' } })).split('\r\n')
  expect(titles).toMatch(/,"Pet","Visits","Plan"$/)
})

test('an import recognizes the names of fields, warns about wrong values, and its undo restores them', async () => {
  const tenant = await createTenantWithFields()
  const { owner, ids, locationIds } = tenant
  const existing = await add(tenant, 'Ann', { [ids.pet]: 'Rex', [ids.plan]: 'Gold' })
  const rows = `Phone,pet,Visits,last visit,PLAN\n${existing.phone},Bo,"1,000",3/14/2025,\n${newPhone()},,lots,,silver\n`
  const { id } = await uploadContacts(owner, rows, { check: { locationID: locationIds[0] ?? '' } })
  await instance.idle()
  const checked = ok(await owner.call(contactImports.get, { id }))
  expect(checked).toMatchObject({ state: 'ready', counts: { new: 1, updates: 1, warnings: 1 } })
  expect(checked.mapping).toEqual([
    'phone',
    ...[ids.pet, ids.visits, ids.last, ids.plan].map((field) => `field:${field}`),
  ])
  ok(await owner.call(contactImports.start, { id }))
  await instance.idle()
  const customOf = async () =>
    ok(await owner.call(contactList.getList, { orderBy: 'createdOnUtc', orderByDesc: false })).contacts.map(
      ({ custom }) => custom,
    )
  const written = { [ids.pet]: 'Bo', [ids.visits]: '1000', [ids.last]: '2025-03-14', [ids.plan]: 'Gold' }
  expect(await customOf()).toEqual([written, { [ids.plan]: 'Silver' }])
  // Undo keeps changes made since the import.
  ok(await owner.call(contacts.update, { id: existing.id, custom: { [ids.visits]: '1001' } }))
  ok(await owner.call(contactImports.undo, { id }))
  await instance.idle()
  expect(await customOf()).toEqual([{ [ids.pet]: 'Rex', [ids.visits]: '1001', [ids.plan]: 'Gold' }])
})
