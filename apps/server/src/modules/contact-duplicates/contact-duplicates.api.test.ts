import { type ContactDuplicate, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { findPerson } from '../accounts/index.ts'
import { listDuplicates } from './list-duplicates.ts'

const { assignment, contactDuplicates, contactMerging, contacts } = contract

const instance = await sharedTestInstance()

const add = async (
  { owner }: Tenant,
  contact: { name?: string; email?: string; birthDate?: string; locationID?: string },
) => ok(await owner.call(contacts.add, { phone: newPhone(), ...contact }))

type Position = { kind: 'email' | 'name'; key: string }

/** The pairs of names of all pages, with the reasons. */
async function pairs(person: TestUser, pageSize = 25): Promise<string[]> {
  const descriptions: string[] = []
  let after: Position | null = null
  do {
    const page: { duplicates: ContactDuplicate[]; nextAfter: Position | null } = ok(
      await person.call(contactDuplicates.list, { pageSize, ...(after && { after }) }),
    )
    descriptions.push(
      ...page.duplicates.map(
        ({ contacts: both, reasons }) =>
          `${both
            .map(({ name }) => name)
            .toSorted()
            .join(' + ')}: ${reasons.join()}`,
      ),
    )
    after = page.nextAfter
  } while (after)
  return descriptions.toSorted()
}

test('suggests contacts with the same email, or the same name and location or birth date', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [, elsewhere = ''] = tenant.locationIds
  await add(tenant, { name: 'Ann One', email: 'ann@example.test' })
  const two = await add(tenant, { name: 'Ann Two', email: 'other@example.test' })
  ok(await tenant.owner.call(contacts.update, { id: two.id, emails: ['other@example.test', 'ANN@example.test'] }))
  await add(tenant, { name: 'Jean-Luc Picard' })
  await add(tenant, { name: 'jean luc picard' })
  await add(tenant, { name: 'Jean Luc Picard', locationID: elsewhere })
  await add(tenant, { name: 'Bo Li', birthDate: '1990-05-01' })
  await add(tenant, { name: 'BO LI', birthDate: '1990-05-01', locationID: elsewhere, email: 'bo@example.test' })
  // Relatives with one name.
  await add(tenant, { name: 'Sam Roe', birthDate: '1960-02-01' })
  await add(tenant, { name: 'Sam Roe', birthDate: '1990-03-01' })
  await add(tenant, { name: 'Maria' })
  await add(tenant, { name: 'Maria' })
  const expected = [
    'Ann One + Ann Two: email',
    'BO LI + Bo Li: name-and-birth-date',
    'Jean-Luc Picard + jean luc picard: name-and-location',
  ]
  for (const pageSize of [25, 1]) expect(await pairs(tenant.owner, pageSize)).toEqual(expected)
  const { nextAfter } = ok(await tenant.owner.call(contactDuplicates.list, { pageSize: 1 }))
  expect(nextAfter?.key).not.toContain('ann')
  const after = { kind: 'email', key: 'ann@example.test' } as const
  expect(ok(await tenant.owner.call(contactDuplicates.list, { after })).duplicates).toHaveLength(3)
})

test('walks of any length find the same pairs, and numbers of one contact are none', async () => {
  const tenant = await instance.createTenant()
  for (const [index, name] of ['Ann Lee', 'Bo Li', 'Cy Ray', 'Dee Fox'].entries()) {
    const { id } = await add(tenant, { name, email: `${index}@example.test` })
    ok(await tenant.owner.call(contacts.addPhone, { id, phone: newPhone() }))
    if (index % 2 === 0) await add(tenant, { name, email: `twin.${index}@example.test` })
    else await add(tenant, { name: `Other ${index}`, email: `${index}@example.test` })
  }
  const listed = (limits?: { walk: number; keys: number; rounds: number }) =>
    instance.server.services.inTenant(tenant, async (tx) => {
      const viewer = await findPerson(tx, tenant.owner.auth.userId)
      if (!viewer) throw new Error('The owner was not found.')
      const names: string[] = []
      let after: Position | undefined
      do {
        const page = await listDuplicates(tx, viewer, { pageSize: 25, after }, limits)
        names.push(
          ...page.duplicates.map((pair) =>
            pair.contacts
              .map(({ name }) => name)
              .toSorted()
              .join(' + '),
          ),
        )
        after = page.nextAfter ?? undefined
      } while (after)
      return names.toSorted()
    })
  const expected = ['Ann Lee + Ann Lee', 'Bo Li + Other 1', 'Cy Ray + Cy Ray', 'Dee Fox + Other 3']
  expect(await listed()).toEqual(expected)
  for (const walk of [4, 5, 9]) expect(await listed({ walk, keys: 2, rounds: 1 })).toEqual(expected)
})

test('a dismissed or merged pair is no longer suggested; numbers of one contact never are', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const [a, b, c] = [
    await add(tenant, { name: 'Maya Chen' }),
    await add(tenant, { name: 'Maya Chen' }),
    await add(tenant, { name: 'Maya Chen' }),
  ]
  expect(await pairs(owner)).toHaveLength(3)
  ok(await owner.call(contactDuplicates.dismiss, { firstID: c.id, secondID: a.id }))
  expect(await pairs(owner)).toHaveLength(2)
  ok(await owner.call(contactDuplicates.dismiss, { firstID: a.id, secondID: c.id, isDismissed: false }))
  expect(await pairs(owner)).toHaveLength(3)
  expect(await owner.call(contactDuplicates.dismiss, { firstID: a.id, secondID: a.id })).toFail('MergeWithItself')
  const pair = { survivorID: a.id, otherID: b.id }
  const { version } = ok(await owner.call(contactMerging.preview, pair))
  ok(await owner.call(contactMerging.merge, { ...pair, version }))
  expect(await pairs(owner)).toEqual(['Maya Chen + Maya Chen: name-and-location'])
})

test('an email or name that many contacts share is not suggested', async () => {
  const tenant = await instance.createTenant()
  for (let n = 0; n < 11; n++) await add(tenant, { name: 'Mario Rossi', email: 'info@example.test' })
  expect(await pairs(tenant.owner)).toEqual([])
})

test('a pair is listed only for viewers who see both contacts', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  const member = await tenant.createUser('TeamMember', { locationIds: [here] })
  const a = await tenant.textFrom(newPhone(), 'Hi')
  const b = await tenant.textFrom(newPhone(), 'Hello', { to: tenant.numbers[1] ?? '' })
  for (const { contact } of [a, b])
    ok(await tenant.owner.call(contacts.update, { id: contact.id, name: 'Maya Chen', email: 'maya@example.test' }))
  expect(await pairs(tenant.owner)).toHaveLength(1)
  for (const person of [manager, member]) {
    expect(ok(await person.call(contactDuplicates.find, { email: 'maya@example.test' })).contacts).toHaveLength(
      person === manager ? 1 : 0,
    )
  }
  expect(await pairs(manager)).toEqual([])
  expect(await manager.call(contactDuplicates.dismiss, { firstID: a.contact.id, secondID: b.contact.id })).toFail(
    'ContactNotFound',
  )
  ok(await tenant.owner.call(assignment.change, { sid: a.sid, toUserID: member.auth.userId }))
  expect(ok(await member.call(contactDuplicates.find, { name: 'maya chen' })).contacts).toMatchObject([
    { id: a.contact.id },
  ])
})
