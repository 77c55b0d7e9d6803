import { contract, type RealtimeEvent } from '@frontdesk/contract/api'
import { fromSid, isChangeable, PERMISSIONS, type Permission, type Role } from '@frontdesk/contract/rules'
import { expect, test, vi } from 'vitest'
import { ApiFailure, callEndpoint, ok } from '../testing/client.ts'
import { signInForFilesCookie, upload } from '../testing/files.ts'
import type { ContractEndpoint } from '../testing/list-endpoints.ts'
import { connectLive, type LiveConnection } from '../testing/live-connection.ts'
import type { SampleIds } from '../testing/sample-input.ts'
import { callAny, createSamples, errorCodeOf, inputFor, protectedEndpoints } from '../testing/sweep.ts'
import { newPhone, PASSWORD, sharedTestInstance, type Tenant, type TestUser } from '../testing/test-instance.ts'

/** The sweep takes longer with every endpoint. */
vi.setConfig({ testTimeout: 180_000 })

const instance = await sharedTestInstance()

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

interface Hidden {
  ids: SampleIds
  phone: string
  /** A file that was sent in the hidden conversation. */
  filePath: string
}

/**
 * Creates a contact and a conversation, with everything attached to them, at the second location; assigned to the
 * owner.
 */
async function hide(tenant: Tenant): Promise<Hidden> {
  const [, locationID = ''] = tenant.locationIds
  const [, tenantPhone = ''] = tenant.numbers
  const { owner } = tenant
  ok(await owner.call(contract.locations.update, { id: locationID, name: `${ELSEWHERE} location` }))
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, `${CANARY} text`, { to: tenantPhone })
  const [message] = await tenant.messagesOf({ sid })
  const card = { name: `${CANARY} name`, email: `${CANARY}@example.test`, birthDate: '1979-03-14' }
  ok(await owner.call(contract.contacts.update, { id: contact.id, ...card }))
  ok(await owner.call(contract.contacts.updateTags, { id: contact.id, tags: [`${CANARY} tag`] }))
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId, note: `${CANARY} handover` }))
  ok(await owner.call(contract.conversations.saveDraft, { sid, messageDraft: `${CANARY} draft` }))
  const clientMessageId = crypto.randomUUID()
  const file = ok(await upload(owner, `${CANARY} file`, { name: `${CANARY}.txt`, type: 'text/plain' }))
  const answer = { conversationSid: sid, text: `${CANARY} answer`, attachments: [file.sid], clientMessageId }
  ok(await owner.call(contract.messages.send, answer))
  const rest = await createSamples(instance, tenant)
  const note = ok(await owner.call(contract.notes.add, { contactId: contact.id, note: `${CANARY} note` })).data
  const template = { title: `${ELSEWHERE} title`, message: `${ELSEWHERE} template`, locationIDs: [locationID] }
  await instance.idle()
  const { phoneNumbers } = ok(await owner.call(contract.phoneNumbers.getList, undefined)).data
  return {
    phone,
    filePath: `/files/${file.sid}`,
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

/** Tables whose rows concern the hidden contact if they contain its number. */
const OF_NUMBERS = ['blocked_numbers', 'opt_outs', 'consent_events']
/** A job folds the rows of a cell into one, which changes no total. */
const TOTALS = `(
  select tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_unread, is_snoozed, is_waiting, sum(n)
  from conversation_counts group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(n) <> 0)`

/**
 * Digest per table of the rows that belong to the hidden data, in one statement. It includes the event log, the audit
 * log and the totals: a refused request adds nothing to them either.
 */
async function rowsOf({ tenantId }: Tenant, { ids, phone }: Hidden) {
  const { owner } = instance.server.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const uuids = [ids.location, ids.template, ...[ids.conversation, ids.message, ids.phoneNumber].map(fromSid)]
  const patternOf = (name: string) =>
    OF_NUMBERS.includes(name) ? '($2 || $3)' : name === 'audit_entries' ? '($2 || $4)' : '$2'
  const statement = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as digest
         from ${name === 'conversation_counts' ? TOTALS : name} t
         where tenant_id = $1 and t::text ~* ${patternOf(name)}`,
    )
    .join(' union all ')
  const { rows } = await owner.query<{ name: string; n: number; digest: string }>(statement, [
    tenantId,
    [CANARY, ELSEWHERE, ...uuids].join('|'),
    `|${phone.slice(1)}`,
    `|ending in ${phone.slice(-4)}`,
  ])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n, digest }) => [name, `${n} ${digest}`]))
}

/** Endpoints between two checks of the hidden rows and the screens; a check costs more than the requests. */
const BATCH = 10

interface Screen extends LiveConnection {
  /** Resolves when the server ends the session. */
  ended: Promise<null>
}

interface Sweeper {
  name: string
  person: TestUser
  /** The ids to pass for everything but the sweeper's own user. */
  targetIds: SampleIds
  /** No answer, file or email may match it. */
  mayNotRead: RegExp
  /** No event may match it. Unlike an answer, an event cannot merely repeat an id that the sweeper sent. */
  mayNotHear: RegExp
  screens: Screen[]
  /** The end of the event log before the sweep. */
  lastId: string
}

/** Keeps an open screen for the sweeper, also after a request has ended their session. */
async function openScreen(one: Sweeper): Promise<Screen> {
  const live = await connectLive(instance.url, one.person.auth)
  const screen = { ...live, ended: new Promise<null>((resolve) => live.onSessionEnded(() => resolve(null))) }
  one.screens.push(screen)
  return screen
}

const describeEvents = (events: RealtimeEvent[], pattern: RegExp): string[] =>
  events.map((event) => JSON.stringify(event)).filter((text) => pattern.test(text))

/** Events that reached the sweeper's screens since the last check. */
const heardBy = ({ screens, mayNotHear }: Sweeper): string[] =>
  describeEvents(
    screens.flatMap(({ received }) => received.splice(0)),
    mayNotHear,
  )

/** Catch-up of a screen that was offline since the sweep began; null if it had to reload or its session has ended. */
async function missedBy({ screens, lastId, mayNotHear }: Sweeper): Promise<string[] | null> {
  const screen = screens.at(-1)
  const missed = await Promise.race([screen?.catchUp(lastId), screen?.ended])
  return missed?.status === 'ok' ? describeEvents(missed.events, mayNotHear) : null
}

/** The contents of the files that an answer links to, as the sweeper's browser gets them. */
async function readFiles(answer: string, cookie: string): Promise<string> {
  const paths = new Set(answer.match(/\/files\/[\w./?=%-]+/g))
  const files = await Promise.all(
    [...paths].map(async (path) => (await fetch(instance.url + path, { headers: { cookie } })).text()),
  )
  return files.join('\n')
}

test('no endpoint reads or changes data the caller may not see, whatever other permissions they have', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = ''] = tenant.locationIds
  const [tenantPhone = ''] = tenant.numbers
  await grantEverything(tenant)
  const hidden = await hide(tenant)
  const { location: _location, template: _template, phoneNumber: _number, ...ofContact } = hidden.ids
  const { phoneNumbers } = ok(await tenant.owner.call(contract.phoneNumbers.getList, undefined)).data
  const phoneNumber = phoneNumbers.find((number) => number.phoneNumber === tenantPhone)?.sid ?? ''
  const ours = { title: 'Ours', message: 'Hello', locationIDs: [here] }
  const template = ok(await tenant.owner.call(contract.templates.save, ours)).id
  const mixedIds = { ...(await createSamples(instance, tenant)), ...ofContact, tenantPhone, phoneNumber, template }
  const sweeper = async (name: string, role: Role, locationIds: string[] | null): Promise<Sweeper> => {
    const secrets = locationIds ? `${CANARY}|${ELSEWHERE}` : CANARY
    const ids = [hidden.ids.conversation, hidden.ids.message, ...(locationIds ? [hidden.ids.location] : [])]
    const sweeper: Sweeper = {
      name,
      person: await tenant.createUser(role, locationIds ? { locationIds } : {}),
      // Someone with all locations may see and change those; only other people's conversations are hidden.
      targetIds: locationIds ? hidden.ids : mixedIds,
      mayNotRead: new RegExp(secrets, 'i'),
      mayNotHear: new RegExp([secrets, ...ids].join('|'), 'i'),
      screens: [],
      lastId: '0',
    }
    sweeper.lastId = (await (await openScreen(sweeper)).catchUp(null)).lastId
    return sweeper
  }
  await instance.idle()
  const sweepers = [
    await sweeper('a team member of another location', 'TeamMember', [here]),
    await sweeper('a manager of another location', 'Manager', [here]),
    await sweeper('a team member who sees only their own', 'TeamMember', null),
  ]
  const cookies = new Map<Sweeper, string>()
  for (const sweeper of sweepers)
    cookies.set(sweeper, await signInForFilesCookie(instance.url, sweeper.person.auth, PASSWORD))
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
  const variantsFor = async (one: Sweeper, walked: ContractEndpoint): Promise<SampleIds[]> => {
    const ids = { ...one.targetIds, user: one.person.auth.userId }
    const names = new Set(inputFor(walked, ids).leaves.map((leaf) => leaf.names))
    const variants = [ids]
    if (names.has('conversation')) variants.push({ ...ids, conversation: await start(one) })
    if (ids.location === here || !(names.has('location') || names.has('tenantPhone'))) return variants
    return [...variants, ...variants.map((variant) => ({ ...variant, location: here, tenantPhone }))]
  }

  await start(sweepers[0] as Sweeper)
  await instance.idle()
  let before = await rowsOf(tenant, hidden)
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['audit_entries', 'conversation_counts', 'events']))
  const faults: string[] = []
  const reported = new Set<string>()
  let caughtUp = 0
  /** Every screen is listened to; in turn one of them catches up. */
  const listenTo = async (during: string, turn: number) => {
    for (const [at, one] of sweepers.entries()) {
      const isTurn = turn % sweepers.length === at
      const missed = isTurn ? await missedBy(one) : []
      if (isTurn && missed) caughtUp += 1
      // Catching up repeats the last 30 seconds: report each event once.
      for (const event of [...heardBy(one), ...(missed ?? [])]) {
        if (!reported.has(event)) faults.push(`${during} sends ${one.name} ${event}`)
        reported.add(event)
      }
    }
  }
  for (const [turn, batch] of inBatches(protectedEndpoints).entries()) {
    for (const [walked, one] of batch.flatMap((walked) => sweepers.map((one) => [walked, one] as const)))
      for (const ids of await variantsFor(one, walked)) {
        const { input } = inputFor(walked, ids)
        const request = () => callAny(instance, walked.endpoint, input, one.person.auth.bearerToken)
        let answer = await request()
        if (errorCodeOf(answer) === 'NotSignedIn' || errorCodeOf(answer) === 'SessionExpired') {
          one.person = await signInAgain(one.person)
          cookies.set(one, await signInForFilesCookie(instance.url, one.person.auth, PASSWORD))
          await openScreen(one)
          answer = await request()
        }
        const body = JSON.stringify(answer)
        const read = body + (await readFiles(body, cookies.get(one) ?? ''))
        if (one.mayNotRead.test(read)) faults.push(`${walked.name} shows ${one.name} ${read}`)
      }
    const called = batch.map(({ name }) => name).join(', ')
    await listenTo(called, turn)
    const after = await rowsOf(tenant, hidden)
    for (const table of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[table] !== after[table]) faults.push(`one of ${called} changes ${table}`)
    before = after
  }
  await instance.idle()
  expect(faults).toEqual([])
  expect(await rowsOf(tenant, hidden)).toEqual(before)
  // More than 500 missed events are a reload, without events.
  expect(caughtUp).toBeGreaterThan(protectedEndpoints.length / BATCH / 2)

  // Someone who may do everything works on the hidden data while the sweepers listen; deletes come last.
  const colleague = await tenant.createUser('Owner')
  for (const sweeper of sweepers) {
    sweeper.person = await signInAgain(sweeper.person)
    cookies.set(sweeper, await signInForFilesCookie(instance.url, sweeper.person.auth, PASSWORD))
    sweeper.lastId = (await (await openScreen(sweeper)).catchUp(null)).lastId
    expect(await readFiles(hidden.filePath, cookies.get(sweeper) ?? '')).toContain('FileNotFound')
  }
  const ownersCookie = await signInForFilesCookie(instance.url, tenant.owner.auth, PASSWORD)
  expect(await readFiles(hidden.filePath, ownersCookie)).toBe(`${CANARY} file`)
  const isDelete = ({ name, method }: ContractEndpoint) => method === 'DELETE' || /remove|delete/i.test(name)
  let worker = colleague
  let succeeded = 0
  const inOrder = protectedEndpoints.toSorted((a, b) => Number(isDelete(a)) - Number(isDelete(b)))
  for (const [turn, batch] of inBatches(inOrder).entries()) {
    for (const walked of batch) {
      if (walked.name.startsWith('security.') || walked.name.startsWith('accounts.')) continue
      const { input } = inputFor(walked, { ...hidden.ids, user: worker.auth.userId })
      const answer = await callAny(instance, walked.endpoint, input, worker.auth.bearerToken)
      if (errorCodeOf(answer) === 'NotSignedIn') worker = await signInAgain(worker)
      if (errorCodeOf(answer) === 'succeeded') succeeded += 1
    }
    await listenTo(`${batch.map(({ name }) => name).join(', ')} by a colleague`, turn)
  }
  await tenant.textFrom(hidden.phone, `${CANARY} reply`, { to: hidden.ids.tenantPhone })
  await instance.idle()
  expect(succeeded).toBeGreaterThan(80)
  let exports = 0
  for (const [at, one] of sweepers.entries()) {
    await listenTo('a reply', at)
    const { notifications } = ok(await one.person.call(contract.notifications.getList, {})).data
    const mails = await instance.emailsTo(one.person.auth.userName)
    const log = await one.person.call(contract.audit.getList, { pageSize: 100 })
    const exported = await one.person.call(contract.audit.export, {})
    if (!(exported instanceof ApiFailure)) exports += 1
    const answers = JSON.stringify([notifications, mails, log, exported])
    const read = answers + (await readFiles(answers, cookies.get(one) ?? ''))
    if (one.mayNotRead.test(read)) faults.push(`${one.name} got ${read}`)
    for (const screen of one.screens) screen.close()
  }
  expect(faults).toEqual([])
  expect(exports).toBe(1)
})

const inBatches = (list: ContractEndpoint[]): ContractEndpoint[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) => list.slice(at * BATCH, (at + 1) * BATCH))

async function signInAgain({ auth: { userName } }: TestUser): Promise<TestUser> {
  const auth = ok(await callEndpoint(instance.url, contract.accounts.authenticate, { userName, password: PASSWORD }))
  return { auth, call: (endpoint, input) => callEndpoint(instance.url, endpoint, input, auth.bearerToken) }
}
