import { contract } from '@frontdesk/contract/api'
import { CONTACT_COUNT_MAX, fromSid } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { addContact, addGroup } from '../../testing/groups.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { contacts, contactSegments, groups } = contract

const instance = await sharedTestInstance()

test('groups are fixed or follow a filter, and are shown live', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  const ann = await addContact(tenant, 'Ann', { locationID: first, tags: ['VIP'] })
  const bob = await addContact(tenant, 'Bob', { locationID: second, tags: ['VIP'] })
  const cy = await addContact(tenant, 'Cy', { locationID: first })
  const screen = await connectLive(instance.url, owner.auth)
  const fixed = await addGroup(owner, { contactIDs: [ann.id, cy.id] })
  expect(fixed).toMatchObject({
    name: 'Regulars',
    kind: 'fixed',
    members: 2,
    criteria: null,
    version: 1,
    canEdit: true,
  })
  await screen.waitFor('group.changed', ({ groupSid }) => groupSid === fixed.sid)
  const names = async (sid: string, query: object = {}) =>
    ok(await owner.call(groups.getMembers, { sid, ...query })).data.members.map(({ name }) => name)
  expect(await names(fixed.sid)).toEqual(['Ann', 'Cy'])
  expect(await names(fixed.sid, { searchTerm: 'an' })).toEqual(['Ann'])
  expect(await names(fixed.sid, { searchTerm: cy.phone.slice(-7) })).toEqual(['Cy'])
  expect(await names(fixed.sid, { pageSize: 1, pageNumber: 2 })).toEqual(['Cy'])
  const { nextCursor } = ok(await owner.call(groups.getMembers, { sid: fixed.sid, pageSize: 1 })).data
  expect(await names(fixed.sid, { cursor: nextCursor })).toEqual(['Cy'])
  expect(
    ok(await owner.call(groups.addMembers, { sid: fixed.sid, criteria: { tagsSearch: ['VIP'] } })).data,
  ).toMatchObject({ added: 1, group: { members: 3 } })
  const removed = ok(await owner.call(groups.removeMembers, { sid: fixed.sid, contactIDs: [ann.id, cy.id] })).data
  expect(removed).toMatchObject({ removed: 2, group: { members: 1 } })
  // A deleted contact leaves its groups.
  ok(await owner.call(contacts.remove, { id: bob.id }))
  expect(await names(fixed.sid)).toEqual([])

  const dynamic = await addGroup(owner, { kind: 'dynamic', criteria: { tagsSearch: ['VIP'] }, locationID: first })
  expect(dynamic).toMatchObject({ members: null, criteria: { tagsSearch: ['VIP'], locationIDs: [first] } })
  expect(await names(dynamic.sid)).toEqual(['Ann'])
  ok(await owner.call(contacts.updateTags, { id: cy.id, tags: ['VIP'] }))
  expect(await names(dynamic.sid)).toEqual(['Ann', 'Cy'])
  const someone = { sid: dynamic.sid, contactIDs: [cy.id] }
  expect(await owner.call(groups.addMembers, someone)).toFail('GroupDynamic')
  expect(await owner.call(groups.removeMembers, someone)).toFail('GroupDynamic')
  expect(await owner.call(groups.save, { name: 'No filter', kind: 'dynamic' })).toFail('InvalidInput')

  const renamed = { sid: dynamic.sid, name: 'VIPs', locationID: second, version: 1 }
  expect(ok(await owner.call(groups.save, renamed)).data).toMatchObject({
    name: 'VIPs',
    version: 2,
    kind: 'dynamic',
    criteria: { tagsSearch: ['VIP'], locationIDs: [second] },
  })
  expect(await owner.call(groups.save, renamed)).toFail('ChangedMeanwhile')

  const note = ok(await owner.call(groups.addNote, { sid: fixed.sid, note: 'Ask Maya first' })).data
  expect(ok(await owner.call(groups.getNotes, { sid: fixed.sid })).data.notes).toEqual([note])
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(groups.deleteNote, { sid: fixed.sid, id: note.id })).toFail('NoteNotYours')
  ok(await owner.call(groups.deleteNote, { sid: fixed.sid, id: note.id }))
  expect(await owner.call(groups.deleteNote, { sid: fixed.sid, id: note.id })).toFail('NoteNotFound')

  ok(await owner.call(groups.delete, { sid: fixed.sid }))
  expect(ok(await owner.call(groups.getList, undefined)).data.groups.map(({ name }) => name)).toEqual(['VIPs'])
  expect(await owner.call(groups.getBySid, { sid: fixed.sid })).toFail('GroupNotFound')
  screen.close()
})

test('all members of a group above the count limit can be paged through, by name', async () => {
  const { owner, tenantId, locationIds } = await instance.createTenant()
  const database = instance.server.database.owner
  const many = CONTACT_COUNT_MAX + 10
  await database.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Contact ' || lpad(i::text, 5, '0'), '+1415' || (5000000 + i), 'US', $2, 'csv-upload', now()
     from generate_series($3, 1, -1) i`,
    [tenantId, locationIds[0], many],
  )
  await database.query('analyze contacts')
  const dynamic = await addGroup(owner, { kind: 'dynamic', criteria: {} })
  const fixed = await addGroup(owner, { criteria: {}, name: 'Everyone' })
  await instance.idle()
  for (const query of [{ sid: dynamic.sid }, { sid: fixed.sid }, { sid: fixed.sid, searchTerm: 'contact' }]) {
    const page = async (more: object) =>
      ok(await owner.call(groups.getMembers, { ...query, pageSize: 100, ...more })).data
    const first = await page({ pageNumber: CONTACT_COUNT_MAX / 100 })
    expect(first).toMatchObject({ count: CONTACT_COUNT_MAX, isCapped: true, hasNextPage: true })
    const last = await page({ cursor: first.nextCursor })
    expect(last).toMatchObject({ hasNextPage: false, nextCursor: null })
    const names = [...first.members, ...last.members].map(({ name }) => name)
    expect(names).toEqual(
      Array.from({ length: 110 }, (_, index) => `Contact ${many - 109 + index}`.replace(/ (\d{4})$/, ' 0$1')),
    )
  }
  expect(await owner.call(groups.getMembers, { sid: fixed.sid, cursor: 'x' })).toFail('InvalidInput')
}, 60_000)

test('a group that follows a segment has the same members for everyone', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const [first = '', second = ''] = tenant.locationIds
  for (const [name, locationID] of [
    ['Ann', first],
    ['Bob', second],
  ] as const)
    await addContact(tenant, name, { locationID, tags: ['gold'] })
  await addContact(tenant, 'Cy', { locationID: first, tags: ['silver'] })
  const manager = await tenant.createUser('Manager')
  const { id } = ok(await owner.call(contactSegments.save, { name: 'Best', search: 'tag=gold' }))
  const { sid } = await addGroup(owner, { kind: 'dynamic', segmentID: id, locationID: first })
  const members = async () => ok(await manager.call(groups.getMembers, { sid })).data.members.map(({ name }) => name)
  expect(await members()).toEqual(['Ann'])
  expect(ok(await manager.call(groups.getBySid, { sid })).data).toMatchObject({ segmentName: 'Best' })
  const fixed = await addGroup(owner, { kind: 'fixed', segmentID: id, name: 'Best today' })
  expect(fixed).toMatchObject({ kind: 'fixed', segmentName: null, criteria: null, members: 2 })
  ok(await owner.call(contactSegments.save, { id, name: 'Best', search: 'tag=silver' }))
  expect(await members()).toEqual(['Cy'])
  // A fixed one keeps those who were in the segment.
  expect(ok(await owner.call(groups.getMembers, { sid: fixed.sid })).data.members).toMatchObject([
    { name: 'Ann' },
    { name: 'Bob' },
  ])
  // Without the segment, it keeps what it had when the segment was chosen.
  ok(await owner.call(contactSegments.delete, { id }))
  expect(await members()).toEqual(['Ann'])
  expect(await manager.call(groups.save, { name: 'No', kind: 'dynamic', segmentID: id })).toFail('SegmentNotFound')
})

test('a group changes between fixed and dynamic, and its filter can be edited', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const ann = await addContact(tenant, 'Ann', { tags: ['VIP'] })
  const bob = await addContact(tenant, 'Bob')
  const { sid } = await addGroup(owner, { contactIDs: [ann.id, bob.id] })
  const names = async () => ok(await owner.call(groups.getMembers, { sid })).data.members.map(({ name }) => name)
  const save = (change: object) => owner.call(groups.save, { sid, name: 'Regulars', ...change })
  expect(await save({ criteria: { tagsSearch: ['VIP'] } })).toFail('InvalidInput')
  expect(await save({ kind: 'dynamic' })).toFail('InvalidInput')
  const dynamic = ok(await save({ kind: 'dynamic', criteria: { tagsSearch: ['VIP'] } })).data
  expect(dynamic).toMatchObject({ kind: 'dynamic', criteria: { tagsSearch: ['VIP'] }, members: null })
  expect(await names()).toEqual(['Ann'])
  ok(await save({ criteria: { searchTerm: 'Bob' } }))
  expect(await names()).toEqual(['Bob'])
  // Current matches stay; later ones no longer join.
  expect(ok(await save({ kind: 'fixed' })).data).toMatchObject({ kind: 'fixed', criteria: null, members: 1 })
  await addContact(tenant, 'Bob Roy')
  expect(await names()).toEqual(['Bob'])
})

test('a group follows only a segment that its creator has', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addContact(tenant, 'Ann', { tags: ['gold'] })
  const manager = await tenant.createUser('Manager')
  const { sid } = await addGroup(owner, { kind: 'dynamic', criteria: { tagsSearch: ['silver'] } })
  const draft = { name: 'Gold', search: 'tag=gold' }
  const { id: segmentID } = ok(await manager.call(contactSegments.save, draft))
  const follow = { sid, name: 'Regulars', segmentID }
  expect(await manager.call(groups.save, follow)).toFail('SegmentPrivate')
  ok(
    await tenant.owner.call(contract.team.setRolePermission, {
      role: 'Manager',
      permission: 'admin_manage_settings',
      isGranted: true,
    }),
  )
  ok(await manager.call(contactSegments.save, { ...draft, id: segmentID, isShared: true }))
  expect(ok(await manager.call(groups.save, follow)).data).toMatchObject({ segmentName: 'Gold' })
  expect(ok(await owner.call(groups.getMembers, { sid })).data.members).toMatchObject([{ name: 'Ann' }])
})

test('adding members while a contact or the group is being deleted is refused', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob')]
  const { sid } = await addGroup(owner, {})
  /** Calls while another transaction has deleted a row and not committed yet. */
  const whileDeleting = async (table: 'contacts' | 'groups', id: string, call: () => ReturnType<typeof add>) =>
    instance.server.services
      .inTenant({ tenantId }, async (tx) => {
        await tx.deleteFrom(table).where('tenantId', '=', tenantId).where('id', '=', id).execute()
        const response = call()
        await expect
          .poll(async () => {
            const { rows } = await instance.server.database.owner.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
            return rows.length
          })
          .toBe(1)
        return { response }
      })
      .then(({ response }) => response)
  const add = (choice: object) => owner.call(groups.addMembers, { sid, ...choice })
  expect(await whileDeleting('contacts', ann.id, () => add({ contactIDs: [ann.id, bob.id] }))).toFail('ContactNotFound')
  const cy = await addContact(tenant, 'Cy')
  expect(ok(await whileDeleting('contacts', cy.id, () => add({ criteria: {} }))).data).toMatchObject({ added: 1 })
  expect(await whileDeleting('groups', fromSid(sid), () => add({ contactIDs: [bob.id] }))).toFail('GroupNotFound')
})

test('a group with hidden members is deleted and fixed only by its creator and those who see them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const member = await tenant.createUser('TeamMember')
  const unassigned = await addContact(tenant, 'Ann')
  const { sid, contact } = await tenant.textFrom(newPhone(), 'Hello')
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  const group = await addGroup(owner, { contactIDs: [unassigned.id, contact.id] })
  expect(ok(await member.call(groups.getBySid, { sid: group.sid })).data).toMatchObject({ members: 1 })
  expect(await member.call(groups.delete, { sid: group.sid })).toFail('GroupRestricted')
  const dynamic = { sid: group.sid, name: 'Mine', kind: 'dynamic' as const, criteria: { tagsSearch: ['VIP'] } }
  expect(await member.call(groups.save, dynamic)).toFail('GroupRestricted')
  const all = await addGroup(owner, { kind: 'dynamic', criteria: {} })
  const fix = { sid: all.sid, name: 'All', kind: 'fixed' as const }
  expect(await member.call(groups.save, fix)).toFail('GroupRestricted')
  expect(ok(await owner.call(groups.save, fix)).data).toMatchObject({ members: 2 })
  const ofMember = await addGroup(member, { contactIDs: [unassigned.id] })
  ok(await owner.call(groups.addMembers, { sid: ofMember.sid, contactIDs: [contact.id] }))
  ok(await member.call(groups.delete, { sid: ofMember.sid }))
  ok(await owner.call(groups.delete, { sid: group.sid }))
})
