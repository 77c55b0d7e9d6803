import { type Automation, type BusinessHours, contract } from '@frontdesk/contract/api'
import { type AutomationKind, type AutomationReason, fromSid, WEEKDAYS } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { ok } from '../../testing/client.ts'
import { cutConnections, idleAfterCut } from '../../testing/cut-connections.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  newPhone,
  startTestInstance,
  type Tenant,
  type TestInstance,
  type TestUser,
} from '../../testing/test-instance.ts'
import { createDueRuns } from './create-due-runs.ts'
import { performRun } from './perform-run.ts'

const { audit, automations, contacts, conversations, messages } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())
let noon = Temporal.PlainDateTime.from('2038-06-09T12:00').toZonedDateTime('America/New_York')
beforeEach(() => {
  // Another day at noon, so that no one is in their quiet hours.
  noon = noon.add({ days: 3 })
  clock.goTo(noon)
})

const MINUTE_MS = 60_000

/** Advances the clock and runs due jobs. */
async function passMinutes(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  await instance.runJob('run-automations')
}

interface Values {
  kind?: AutomationKind
  locationID?: string | null
  conditions?: object
  delayMinutes?: number
  actions?: object
}

const valuesOf = ({ kind = 'follow-up', conditions = {}, actions = {}, ...rest }: Values = {}) => ({
  name: 'Nudge',
  kind,
  conditions,
  delayMinutes: 60,
  actions: kind === 'follow-up' ? { text: 'Hi :contact_name:, any questions?', ...actions } : actions,
  ...rest,
})

const save = async ({ owner }: Pick<Tenant, 'owner'>, values?: Values) =>
  ok(await owner.call(automations.save, valuesOf(values))).data

const turn = async ({ owner }: Pick<Tenant, 'owner'>, { id }: Pick<Automation, 'id'>, isEnabled: boolean) =>
  ok(await owner.call(automations.setEnabled, { id, isEnabled })).data

/** Adds an automation and turns it on. */
const start = async (tenant: Tenant, values?: Values) => turn(tenant, await save(tenant, values), true)

/** A conversation in which a teammate wrote last. */
async function answered(tenant: Tenant, phone = newPhone()) {
  const { sid } = await tenant.textFrom(phone, 'How much is it?')
  await write(tenant, sid)
  return { sid, phone }
}

async function write({ owner }: Tenant, conversationSid: string, text = 'It is $20.') {
  ok(await owner.call(messages.send, { conversationSid, text, clientMessageId: crypto.randomUUID() }))
  await instance.idle()
}

const runsOf = async (user: TestUser, { id }: Pick<Automation, 'id'>) =>
  ok(await user.call(automations.runs, { id })).data.runs

/** Texts of the automation in a conversation. */
const nudges = async (tenant: Tenant, sid: string) =>
  (await tenant.messagesOf({ sid })).filter(({ author }) => author === 'Nudge').map(({ body }) => body)

const read = async ({ owner }: Tenant, sid: string) => ok(await owner.call(conversations.getBySid, { sid })).data

test('a follow-up is sent after its delay, live in the log of others', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant)
  const { sid, phone } = await answered(tenant)
  await passMinutes(59)
  expect(await nudges(tenant, sid)).toEqual([])
  const screen = await connectLive(instance.url, tenant.owner.auth)
  await passMinutes(2)
  await screen.waitFor('automation.changed', ({ automationID }) => automationID === automation.id)
  screen.close()
  expect(await nudges(tenant, sid)).toEqual(['Hi, any questions?'])
  expect((await tenant.messagesOnPhone(phone)).map(({ body }) => body)).toContain('Hi, any questions?')
  expect(await runsOf(tenant.owner, automation)).toMatchObject([{ state: 'done', reason: null, conversationSid: sid }])
  const [listed] = ok(await tenant.owner.call(automations.getList, {})).data.automations
  expect(listed).toMatchObject({ name: 'Nudge', isEnabled: true, counts: { done: 1, skipped: 0, waiting: 0 } })
})

test('follow-ups are sent at most so many times, and start over after a teammate writes', async () => {
  const tenant = await instance.createTenant()
  await start(tenant, { actions: { maxTimes: 2 } })
  const { sid } = await answered(tenant)
  for (const count of [1, 2, 2]) {
    await passMinutes(61)
    expect(await nudges(tenant, sid)).toHaveLength(count)
  }
  await write(tenant, sid, 'Shall I book you in?')
  await passMinutes(61)
  expect(await nudges(tenant, sid)).toHaveLength(3)
})

test('no follow-up after an answer, while the contact waits for us, or to what was sent before it was on', async () => {
  const tenant = await instance.createTenant()
  const old = await answered(tenant)
  clock.advance(MINUTE_MS)
  const automation = await start(tenant)
  const replied = await answered(tenant)
  await tenant.textFrom(replied.phone, 'Thanks!')
  const waiting = await tenant.textFrom(newPhone(), 'Are you open?')
  await passMinutes(61)
  for (const { sid } of [old, replied, waiting]) expect(await nudges(tenant, sid)).toEqual([])
  expect(await runsOf(tenant.owner, automation)).toEqual([])
})

const OBSTACLES: Record<string, [AutomationReason, (tenant: Tenant, sid: string) => Promise<unknown>]> = {
  'opted out': [
    'opted-out',
    async ({ owner }, sid) => {
      const { contact } = ok(await owner.call(conversations.getBySid, { sid })).data
      ok(
        await owner.call(contract.consent.record, {
          contactId: contact.id,
          kind: 'opt-out',
          purpose: 'all',
          source: 'phone-call',
          wording: 'Please stop',
        }),
      )
    },
  ],
  'been blocked': ['blocked', async ({ owner }, sid) => ok(await owner.call(conversations.block, { sid }))],
}

test.each(Object.keys(OBSTACLES))('a contact who has %s gets none, and the log says why', async (what) => {
  const [reason, change] = OBSTACLES[what] ?? []
  const tenant = await instance.createTenant()
  const automation = await start(tenant)
  const { sid } = await answered(tenant)
  await change?.(tenant, sid)
  await passMinutes(61)
  expect(await nudges(tenant, sid)).toEqual([])
  expect(await runsOf(tenant.owner, automation)).toMatchObject([{ state: 'skipped', reason, conversationSid: sid }])
})

test('outside of the hours a follow-up waits for the opening, and is skipped if the contact replied until then', async () => {
  const tenant = await instance.createTenant()
  const open = [{ opens: '09:00', closes: '12:30' }]
  ok(
    await tenant.owner.call(contract.businessHours.save, {
      locationID: tenant.locationIds[0] ?? '',
      week: Object.fromEntries(WEEKDAYS.map((day) => [day, open])) as BusinessHours['week'],
      exceptions: [],
      afterHours: { isEnabled: false, message: 'Closed' },
      version: 0,
    }),
  )
  const automation = await start(tenant, { conditions: { isOnlyInBusinessHours: true } })
  const [replied, silent, stopped] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  await passMinutes(12 * 60)
  const waiting = { state: 'waiting', reason: 'outside-hours' }
  expect(await runsOf(tenant.owner, automation)).toMatchObject([waiting, waiting, waiting])
  await tenant.textFrom(replied.phone, 'Thanks!')
  ok(await tenant.owner.call(conversations.close, { sid: stopped.sid }))
  await passMinutes(10 * 60)
  const runs = await runsOf(tenant.owner, automation)
  expect(Object.fromEntries(runs.map((run) => [run.conversationSid, run.reason ?? run.state]))).toEqual({
    [replied.sid]: 'replied',
    [silent.sid]: 'done',
    [stopped.sid]: 'closed',
  })
  expect(await nudges(tenant, silent.sid)).toHaveLength(1)
})

test('quiet hours hold a follow-up, and turning the automation off stops what waits', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant, { delayMinutes: 600 })
  const { sid } = await answered(tenant)
  await passMinutes(600)
  const now = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York')
  expect([now.hour >= 21 || now.hour < 8, await runsOf(tenant.owner, automation)]).toMatchObject([
    true,
    [{ state: 'waiting', reason: 'quiet-hours' }],
  ])
  await turn(tenant, automation, false)
  const stopped = [{ state: 'skipped', reason: 'turned-off' }]
  expect(await runsOf(tenant.owner, automation)).toMatchObject(stopped)
  // Turned on again, it acts on what happens from then on.
  await turn(tenant, automation, true)
  await passMinutes(12 * 60)
  expect(await runsOf(tenant.owner, automation)).toMatchObject(stopped)
  expect(await nudges(tenant, sid)).toEqual([])
})

test('a queued follow-up is withdrawn when the contact replies or the automation is turned off', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant, { actions: { maxTimes: 1 } })
  const [replied, silent] = [await answered(tenant), await answered(tenant)]
  const endFaults: (() => Promise<void>)[] = []
  const refuse = async (phone: string) =>
    endFaults.push(await instance.addFault({ kind: 'fail-send', code: 429, phone }))
  const accept = async () => {
    for (const end of endFaults.splice(0)) await end()
    for (const job of ['send-bulk-messages', 'send-queued-messages'])
      await instance.runDelayedJobs(job, { mayHaveRun: true })
  }
  await refuse(replied.phone)
  await refuse(silent.phone)
  await passMinutes(61)
  for (const { sid } of [replied, silent]) expect(await nudges(tenant, sid)).toHaveLength(1)
  await tenant.textFrom(replied.phone, 'Yes, book me in')
  await accept()
  const arrived = async (phone: string) =>
    (await tenant.messagesOnPhone(phone)).filter(({ body }) => body.includes('any questions?'))
  expect([await arrived(replied.phone), await arrived(silent.phone)]).toMatchObject([[], [{ status: 'delivered' }]])
  const outcomes = async () =>
    Object.fromEntries(
      (await runsOf(tenant.owner, automation)).map((run) => [run.conversationSid, run.reason ?? run.state]),
    )
  expect(await outcomes()).toEqual({ [replied.sid]: 'replied', [silent.sid]: 'done' })
  // Withdrawn follow-ups don’t count as sent.
  await write(tenant, replied.sid, 'Great, when?')
  await refuse(replied.phone)
  await passMinutes(61)
  await turn(tenant, automation, false)
  await accept()
  expect(await arrived(replied.phone)).toEqual([])
  expect((await runsOf(tenant.owner, automation))[0]).toMatchObject({ state: 'skipped', reason: 'turned-off' })
  expect(ok(await tenant.owner.call(contract.undelivered.getCount, {})).data.count).toBe(0)
})

test('a deleted automation is cleared with its runs', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant)
  await answered(tenant)
  await passMinutes(61)
  ok(await tenant.owner.call(automations.delete, { id: automation.id }))
  const count = async () => {
    const { rows } = await instance.server.database.owner.query(
      `select (select count(*)::int from automations where tenant_id = $1) as automations,
         (select count(*)::int from automation_runs where tenant_id = $1) as runs`,
      [tenant.tenantId],
    )
    return rows[0]
  }
  expect(await count()).toEqual({ automations: 1, runs: 1 })
  await instance.runJob('clear-old-rows')
  expect(await count()).toEqual({ automations: 0, runs: 0 })
})

test('repeated and parallel jobs of several workers send nothing twice', async () => {
  const tenant = await instance.createTenant()
  await start(tenant)
  const threads = [await answered(tenant), await answered(tenant), await answered(tenant)]
  clock.advance(61 * MINUTE_MS)
  for (let n = 0; n < 6; n++)
    await instance.server.database.owner.query(
      "select graphile_worker.add_job('run-automations-of-tenant', $1::json)",
      [JSON.stringify({ tenantId: tenant.tenantId })],
    )
  await instance.idle()
  for (const { sid } of threads) expect(await nudges(tenant, sid)).toHaveLength(1)
})

test('killed before its commit, and with connections cut, a run acts once', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant)
  const threads = await Promise.all(Array.from({ length: 6 }, () => answered(tenant)))
  clock.advance(61 * MINUTE_MS)
  const { inTenant } = instance.server.services
  const killed = new Error('Killed.')
  const untilKilled = (work: (tx: TenantTx) => Promise<unknown>) =>
    expect(
      inTenant({ tenantId: tenant.tenantId }, async (tx) => {
        await work(tx)
        throw killed
      }),
    ).rejects.toBe(killed)
  await untilKilled((tx) => createDueRuns(tx, automation.id))
  expect(await runsOf(tenant.owner, automation)).toEqual([])
  await inTenant({ tenantId: tenant.tenantId }, (tx) => createDueRuns(tx, automation.id))
  const { rows } = await instance.server.database.owner.query<{ id: string }>(
    'select id from automation_runs where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toHaveLength(6)
  for (const { id } of rows) await untilKilled((tx) => performRun(instance.server.services, tx, id))
  for (const { sid } of threads) expect(await nudges(tenant, sid)).toEqual([])
  await instance.server.database.owner.query("select graphile_worker.add_job('run-automations-of-tenant', $1::json)", [
    JSON.stringify({ tenantId: tenant.tenantId }),
  ])
  for (let n = 0; n < 3; n++) await cutConnections(instance)
  await idleAfterCut(instance)
  for (const { sid } of threads) expect(await nudges(tenant, sid)).toHaveLength(1)
  expect((await runsOf(tenant.owner, automation)).map(({ state }) => state)).toEqual(Array(6).fill('done'))
})

test('a closed conversation is reopened after the delay, assigned and moved, and the thread names the automation', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const values = {
    kind: 'reopen' as const,
    conditions: { folderKeys: ['new'] },
    actions: { assignToUserID: member.auth.userId, folderKey: 'reviews' },
  }
  const automation = await start(tenant, values)
  const [first, reopened, elsewhere] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  ok(await tenant.owner.call(contract.folders.change, { sid: elsewhere.sid, folderKey: 'reviews' }))
  for (const { sid } of [first, reopened, elsewhere]) ok(await tenant.owner.call(conversations.close, { sid }))
  await passMinutes(30)
  ok(await tenant.owner.call(conversations.open, { sid: reopened.sid }))
  ok(await tenant.owner.call(conversations.close, { sid: reopened.sid }))
  await passMinutes(31)
  const { attributes } = await read(tenant, first.sid)
  expect(attributes).toMatchObject({ isClosed: false, toUserID: member.auth.userId, folder: 'reviews' })
  const updates = (await tenant.messagesOf(first)).flatMap(({ attributes: { type, ...rest } }) =>
    type === 'update' && 'update' in rest ? [rest.update] : [],
  )
  expect(updates.slice(-3).map(({ kind, automation: by }) => [kind, by])).toEqual([
    ['opened', 'Nudge'],
    ['assigned', 'Nudge'],
    ['foldered', 'Nudge'],
  ])
  // Its hour began again when it was closed again.
  expect((await read(tenant, reopened.sid)).attributes.isClosed).toBe(true)
  expect((await read(tenant, elsewhere.sid)).attributes.isClosed).toBe(true)
  await passMinutes(31)
  expect((await read(tenant, reopened.sid)).attributes.isClosed).toBe(false)
  // Closed again it stays closed, until someone writes again.
  ok(await tenant.owner.call(contract.folders.change, { sid: first.sid, folderKey: 'new' }))
  ok(await tenant.owner.call(conversations.close, { sid: first.sid }))
  await passMinutes(61)
  expect((await read(tenant, first.sid)).attributes.isClosed).toBe(true)
  await write(tenant, first.sid, 'One more thing')
  ok(await tenant.owner.call(conversations.open, { sid: first.sid }))
  ok(await tenant.owner.call(conversations.close, { sid: first.sid }))
  await passMinutes(61)
  expect((await read(tenant, first.sid)).attributes.isClosed).toBe(false)
  expect(await runsOf(tenant.owner, automation)).toMatchObject([
    { state: 'done' },
    { state: 'done' },
    { state: 'done' },
  ])
})

test('a conversation of the webchat is assigned and answered; one by text is not', async () => {
  const tenant = await instance.createTenant()
  const actions = { text: 'Thanks for writing!', assignToUserID: tenant.owner.auth.userId }
  const automation = await start(tenant, { kind: 'webchat', delayMinutes: 5, actions })
  const chat = await tenant.textFrom(newPhone(), 'From your website')
  const text = await tenant.textFrom(newPhone(), 'From my phone')
  const met = await answered(tenant)
  await instance.server.database.owner.query(`update conversations set type = 'webchat' where id = any($1)`, [
    [fromSid(chat.sid), fromSid(met.sid)],
  ])
  await passMinutes(6)
  await passMinutes(6)
  expect(await nudges(tenant, chat.sid)).toEqual(['Thanks for writing!'])
  expect((await read(tenant, chat.sid)).attributes.toUserID).toBe(tenant.owner.auth.userId)
  expect(await nudges(tenant, text.sid)).toEqual([])
  // A teammate was faster.
  expect(await nudges(tenant, met.sid)).toEqual([])
  expect((await read(tenant, met.sid)).attributes.toUserID).toBe(tenant.owner.auth.userId)
  const reasons = (await runsOf(tenant.owner, automation)).map(({ state, reason }) => [state, reason])
  expect(reasons.toSorted()).toEqual([
    ['done', null],
    ['done', 'teammate-wrote'],
  ])
})

test('an automation that could do none of its parts is skipped, with the reason', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const elsewhere = await tenant.createUser('TeamMember', { locationIds: tenant.locationIds.slice(1) })
  const assigning = { assignToUserID: elsewhere.auth.userId }
  const alone = await start(tenant, { kind: 'webchat', delayMinutes: 5, actions: assigning })
  const answering = { kind: 'webchat' as const, delayMinutes: 5, actions: { ...assigning, text: 'Thanks!' } }
  const partly = await start(tenant, answering)
  const chat = await tenant.textFrom(newPhone(), 'From your website')
  await instance.server.database.owner.query(`update conversations set type = 'webchat' where id = $1`, [
    fromSid(chat.sid),
  ])
  await passMinutes(6)
  await passMinutes(6)
  expect(await runsOf(tenant.owner, alone)).toMatchObject([{ state: 'skipped', reason: 'assignee-missing' }])
  expect(await runsOf(tenant.owner, partly)).toMatchObject([{ state: 'done', reason: 'assignee-missing' }])
})

test('conditions decide: status of assignment, labels and tags', async () => {
  const tenant = await instance.createTenant()
  const automation = await start(tenant, {
    conditions: { assignee: 'unassigned', labels: ['New Lead'], tags: ['VIP'] },
  })
  const [both, label, taken] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  for (const { sid } of [both, label, taken]) {
    const { contact } = await read(tenant, sid)
    ok(await tenant.owner.call(contacts.updateLabels, { id: contact.id, labels: ['New Lead'] }))
    if (sid !== label.sid) ok(await tenant.owner.call(contacts.updateTags, { id: contact.id, tags: ['VIP'] }))
  }
  ok(await tenant.owner.call(contract.assignment.change, { sid: taken.sid, toUserID: tenant.owner.auth.userId }))
  await passMinutes(61)
  expect((await runsOf(tenant.owner, automation)).map(({ conversationSid }) => conversationSid)).toEqual([both.sid])
})

test('the preview counts the conversations of the last week to which it would have applied', async () => {
  const tenant = await instance.createTenant()
  const [, answeredLater, answeredSoon] = [await answered(tenant), await answered(tenant), await answered(tenant)]
  clock.advance(30 * MINUTE_MS)
  await tenant.textFrom(answeredSoon.phone, 'Thanks!')
  clock.advance(40 * MINUTE_MS)
  await tenant.textFrom(answeredLater.phone, 'Thanks!')
  const preview = async (values?: Values) => {
    const { name: _name, ...rule } = valuesOf(values)
    return ok(await tenant.owner.call(automations.preview, rule)).data
  }
  expect(await preview()).toEqual({ conversations: 2, isMore: false })
  expect(await preview({ delayMinutes: 180 })).toEqual({ conversations: 0, isMore: false })
  expect(await preview({ kind: 'reopen' })).toEqual({ conversations: 0, isMore: false })
  ok(await tenant.owner.call(conversations.close, { sid: answeredSoon.sid }))
  clock.advance(61 * MINUTE_MS)
  expect(await preview({ kind: 'reopen' })).toEqual({ conversations: 1, isMore: false })
  expect(await preview({ conditions: { assignee: 'assigned' } })).toEqual({ conversations: 0, isMore: false })
})

test('missing or unknown values are refused, and the slower of two editors sees what changed', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const refused = (values: Values) => owner.call(automations.save, valuesOf(values))
  expect(await refused({ actions: { text: ' ' } })).toFail('InvalidInput')
  expect(await refused({ kind: 'webchat' })).toFail('InvalidInput')
  expect(await refused({ delayMinutes: 0 })).toFail('InvalidInput')
  expect(await refused({ conditions: { assignee: 'user' } })).toFail('InvalidInput')
  expect(await refused({ conditions: { assignee: 'user', assigneeUserID: crypto.randomUUID() } })).toFail(
    'AssigneeUnknown',
  )
  expect(await refused({ kind: 'reopen', actions: { folderKey: 'nowhere' } })).toFail('FolderNotFound')
  const { id, version } = await save(tenant)
  const edit = (values: object) => owner.call(automations.save, { ...valuesOf(), id, version, ...values })
  expect(await edit({ kind: 'reopen', actions: {} })).toFail('InvalidInput')
  expect(ok(await edit({ name: 'Reminder' })).data).toMatchObject({ name: 'Reminder', version: 2, isEnabled: false })
  expect(await edit({ name: 'Other' })).toFail('ChangedMeanwhile')
  await turn(tenant, { id }, true)
  ok(await owner.call(automations.delete, { id }))
  expect(await owner.call(automations.get, { id })).toFail('AutomationNotFound')
  const { entries } = ok(await owner.call(audit.getList, {})).data
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('automation.'))).toEqual([
    'automation.deleted',
    'automation.enabled',
    'automation.updated',
  ])
})

test('rights and locations: others neither see nor change it, and see only their conversations in its log', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [north = '', south = ''] = tenant.locationIds
  const manager = await tenant.createUser('Manager', { locationIds: [south] })
  const member = await tenant.createUser('TeamMember')
  const ofAll = await start(tenant)
  const ofNorth = await save(tenant, { locationID: north })
  const { sid } = await answered(tenant)
  await passMinutes(61)
  expect(await member.call(automations.getList, {})).toFail('Forbidden')
  expect(await manager.call(automations.save, valuesOf({ locationID: south }))).toFail('Forbidden')
  const [listed, ...others] = ok(await manager.call(automations.getList, {})).data.automations
  expect([listed, others]).toMatchObject([{ id: ofAll.id, canEdit: false, counts: { done: 0 } }, []])
  expect(await manager.call(automations.get, { id: ofNorth.id })).toFail('AutomationNotFound')
  expect(await manager.call(automations.runs, { id: ofNorth.id })).toFail('AutomationNotFound')
  expect(await runsOf(manager, ofAll)).toEqual([])
  expect(await runsOf(tenant.owner, ofAll)).toMatchObject([{ conversationSid: sid }])
  const permission = 'automations_manage'
  ok(await tenant.owner.call(contract.team.setRolePermission, { role: 'Manager', permission, isGranted: true }))
  const ofSouth = ok(await manager.call(automations.save, valuesOf({ locationID: south }))).data
  expect(ofSouth).toMatchObject({ locationID: south, canEdit: true })
  expect(await manager.call(automations.save, valuesOf())).toFail('Forbidden')
  expect(await manager.call(automations.save, valuesOf({ locationID: north }))).toFail('LocationNotFound')
  expect(await manager.call(automations.delete, { id: ofAll.id })).toFail('Forbidden')
  expect(await manager.call(automations.setEnabled, { id: ofAll.id, isEnabled: false })).toFail('Forbidden')
})
