import { contract, fromSid, isChangeable, PERMISSIONS, type Permission, type Role } from '@frontdesk/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ApiFailure, callEndpoint, ok } from '../testing/client.ts'
import { aPhone, type House, openHouse, PASSWORD, type Person, type Tenant } from '../testing/house.ts'
import type { KnownIds } from '../testing/sample-input.ts'
import { answerOf, codeOf, guarded, inputFor, thingsOf } from '../testing/sweep.ts'
import type { WalkedEndpoint } from '../testing/walk-contract.ts'

/** The sweep takes longer with every endpoint. */
vi.setConfig({ testTimeout: 180_000 })

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Part of every text about the hidden contact; no response may contain it. */
const CANARY = 'CANARY'
/** The same for everything that belongs only to the other location. */
const ELSEWHERE = 'ELSEWHERE'

const VIEWS = ['convos_view_assigned_to_others', 'convos_view_unassigned_conversations'] as const

/** Grants every permission a role can have, except those that decide what a team member sees. */
async function grantEverything({ owner }: Tenant): Promise<void> {
  for (const role of ['Manager', 'TeamMember'] as const satisfies Role[])
    for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
      const isKept =
        permission === 'admin_edit_role_permissions' || (role === 'TeamMember' && VIEWS.includes(permission as never))
      if (isKept || !isChangeable(role, permission)) continue
      ok(await owner.call(contract.team.setRolePermission, { role, permission, isGranted: true }))
    }
}

/**
 * Creates a contact and a conversation, with everything attached to them, at the second location; assigned to the
 * owner.
 */
async function hide(tenant: Tenant): Promise<{ ids: KnownIds; phone: string }> {
  const [, locationID = ''] = tenant.locationIds
  const [, tenantPhone = ''] = tenant.numbers
  const { owner } = tenant
  ok(await owner.call(contract.locations.update, { id: locationID, name: `${ELSEWHERE} location` }))
  const phone = aPhone()
  const { sid, contact } = await tenant.textFrom(phone, `${CANARY} text`, { to: tenantPhone })
  const [message] = await tenant.messagesOf({ sid })
  const card = { name: `${CANARY} name`, email: `${CANARY}@example.test`, birthDate: '1979-03-14' }
  ok(await owner.call(contract.contacts.update, { id: contact.id, ...card }))
  ok(await owner.call(contract.contacts.updateTags, { id: contact.id, tags: [`${CANARY} tag`] }))
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId, note: `${CANARY} handover` }))
  ok(await owner.call(contract.conversations.saveDraft, { sid, messageDraft: `${CANARY} draft` }))
  const clientMessageId = crypto.randomUUID()
  ok(await owner.call(contract.messages.send, { conversationSid: sid, text: `${CANARY} answer`, clientMessageId }))
  const rest = await thingsOf(house, tenant)
  const note = ok(await owner.call(contract.notes.add, { contactId: contact.id, note: `${CANARY} note` })).data
  const template = { title: `${ELSEWHERE} title`, message: `${ELSEWHERE} template`, locationIDs: [locationID] }
  await house.settled()
  const { phoneNumbers } = ok(await owner.call(contract.phoneNumbers.getList, undefined)).data
  return {
    phone,
    ids: {
      ...rest,
      conversation: sid,
      message: message?.sid ?? '',
      contact: contact.id,
      contactNote: note.id,
      contactPhone: phone,
      location: locationID,
      tenantPhone,
      phoneNumber: phoneNumbers.find(({ phoneNumber }) => phoneNumber === tenantPhone)?.sid ?? '',
      template: ok(await owner.call(contract.templates.save, template)).id,
    },
  }
}

/** Append-only tables: they grow with what people do to their own data. */
const LOGS = ['events', 'audit_entries', 'conversation_counts']
/** Tables keyed by phone number: their rows concern the hidden contact. */
const OF_NUMBERS = ['blocked_numbers', 'opt_outs', 'consent_events']

/** Digest per table of the rows that belong to the hidden data, in one statement. */
async function rowsOf({ tenantId }: Tenant, { ids, phone }: { ids: KnownIds; phone: string }) {
  const { owner } = house.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const uuids = [ids.location, ids.template, ...[ids.conversation, ids.message, ids.phoneNumber].map(fromSid)]
  const statement = tables
    .filter(({ name }) => !LOGS.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t
         where tenant_id = $1 and t::text ~* ${OF_NUMBERS.includes(name) ? '($2 || $3)' : '$2'}`,
    )
    .join(' union all ')
  const { rows } = await owner.query<{ name: string; n: number; digest: string }>(statement, [
    tenantId,
    [CANARY, ELSEWHERE, ...uuids].join('|'),
    `|${phone.slice(1)}`,
  ])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n, digest }) => [name, `${n} ${digest}`]))
}

interface Sweeper {
  name: string
  person: Person
  /** The ids to pass for everything but the sweeper's own user. */
  targetIds: KnownIds
  mayNotRead: RegExp
}

test('no endpoint reads or changes data the caller may not see, whatever other permissions they have', async () => {
  const tenant = await house.aTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const [tenantPhone = ''] = tenant.numbers
  await grantEverything(tenant)
  const hidden = await hide(tenant)
  const { location: _location, template: _template, phoneNumber: _number, ...ofContact } = hidden.ids
  const { phoneNumbers } = ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data
  const phoneNumber = phoneNumbers.find((number) => number.phoneNumber === tenantPhone)?.sid ?? ''
  const ours = { title: 'Ours', message: 'Hello', locationIDs: [here] }
  const template = ok(await tenant.owner.call(contract.templates.save, ours)).id
  const mixedIds = { ...(await thingsOf(house, tenant)), ...ofContact, tenantPhone, phoneNumber, template }
  const sweeper = async (name: string, role: Role, locationIds: string[] | null): Promise<Sweeper> => ({
    name,
    person: await tenant.aPerson(role, locationIds ? { locationIds } : {}),
    // Someone with all locations may see and change those; only other people's conversations are hidden.
    targetIds: locationIds ? hidden.ids : mixedIds,
    mayNotRead: new RegExp(locationIds ? `${CANARY}|${ELSEWHERE}` : CANARY, 'i'),
  })
  const sweepers = [
    await sweeper('a team member of another location', 'TeamMember', [here]),
    await sweeper('a manager of another location', 'Manager', [here]),
    await sweeper('a team member who sees only their own', 'TeamMember', null),
  ]
  /** Anyone who knows the number can text it from their own location; that grants no access to the rest. */
  const start = async ({ person: { auth, call } }: Sweeper) => {
    const started = await call(contract.conversations.getSetSms, {
      contactName: '',
      contactPhoneNumber: hidden.phone,
      tenantPhoneNumber: tenantPhone,
      toUserID: auth.userId,
      locationID: here,
    })
    if (!(started instanceof ApiFailure)) return started.data.sid
    // By now it is assigned to another sweeper, or unassigned.
    const { sid = '' } = (await tenant.conversationWith(hidden.phone)) ?? {}
    ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: auth.userId }))
    return sid
  }
  const variantsFor = async (one: Sweeper, walked: WalkedEndpoint): Promise<KnownIds[]> => {
    const ids = { ...one.targetIds, user: one.person.auth.userId }
    const names = new Set(inputFor(walked, ids).leaves.map((leaf) => leaf.names))
    const variants = [ids]
    if (names.has('conversation')) variants.push({ ...ids, conversation: await start(one) })
    if (ids.location === here || !(names.has('location') || names.has('tenantPhone'))) return variants
    return [...variants, ...variants.map((variant) => ({ ...variant, location: here, tenantPhone }))]
  }

  await start(sweepers[0] as Sweeper)
  await house.settled()
  let before = await rowsOf(tenant, hidden)
  expect(Object.keys(before).length).toBeGreaterThan(5)
  const faults: string[] = []
  for (const walked of guarded) {
    for (const one of sweepers)
      for (const ids of await variantsFor(one, walked)) {
        const { input } = inputFor(walked, ids)
        const request = () => answerOf(house, walked.endpoint, input, one.person.auth.bearerToken)
        let answer = await request()
        if (codeOf(answer) === 'NotSignedIn' || codeOf(answer) === 'SessionExpired') {
          one.person = await signInAgain(one.person)
          answer = await request()
        }
        const body = JSON.stringify(answer)
        if (one.mayNotRead.test(body)) faults.push(`${walked.name} shows ${one.name} ${body}`)
      }
    const after = await rowsOf(tenant, hidden)
    for (const table of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[table] !== after[table]) faults.push(`${walked.name} changes ${table}`)
    before = after
  }
  await house.settled()
  expect(faults).toEqual([])
  expect(await rowsOf(tenant, hidden)).toEqual(before)
})

async function signInAgain({ auth: { userName } }: Person): Promise<Person> {
  const auth = ok(await callEndpoint(house.url, contract.accounts.authenticate, { userName, password: PASSWORD }))
  return { auth, call: (endpoint, input) => callEndpoint(house.url, endpoint, input, auth.bearerToken) }
}
