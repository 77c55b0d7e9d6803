import { type BusinessHours, contract } from '@frontdesk/contract/api'
import { type AutomationReason, WEEKDAYS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import type { TenantTx } from '../../platform/database/database.ts'
import { MINUTE_MS, startAutomationTests } from '../../testing/automations.ts'
import { ok } from '../../testing/client.ts'
import { cutConnections, idleAfterCut } from '../../testing/cut-connections.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { createDueRuns } from './create-due-runs.ts'
import { performRun } from './perform-run.ts'

const { automations, conversations } = contract

const { instance, clock, passMinutes, turn, start, answered, write, runsOf, nudges } = await startAutomationTests()

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
