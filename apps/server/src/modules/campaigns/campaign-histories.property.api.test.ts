import { type Campaign, contract } from '@frontdesk/contract/api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { NOTIFY_OF_DUE_JOBS } from '../../platform/jobs/due-jobs.ts'
import { ok } from '../../testing/client.ts'
import { cutConnections, idleAfterCut } from '../../testing/cut-connections.ts'
import { runs } from '../../testing/property-runs.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'
import { lockGroupMessage, sendBatch } from '../group-messages/index.ts'
import { contactRegion } from '../messaging/index.ts'

const { campaigns, contacts, contactMerging } = contract

/** Businesses that share a clock, and a history: each has a campaign of its own. */
const BUSINESSES = 3
const PEOPLE = 6
const AREA_CODES = ['212', '310', '850', '800', '212', '312']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const business = fc.nat({ max: BUSINESSES - 1 })
const person = fc.nat({ max: PEOPLE - 1 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('advance'),
      minutes: fc.constantFrom(3, 40, 100, 300, 700, 1500),
      isDown: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide'), business, action: fc.constantFrom('send', 'skip') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('pause', 'stop'), business }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('resume'), business }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('opt-out', 'opt-in', 'reply'), business, person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge'), business, person, other: person }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('delete-contact', 'delete-conversation'), business, person }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail'),
      business,
      person,
      code: fc.constantFrom(429, 500, 30007, 21606),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('carrier-down', 'carrier-up') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill'), business }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const history = fc.record({
  hour: fc.constantFrom(7, 12, 19, 20),
  spread: fc.array(fc.constantFrom(null, 60, 600), { minLength: BUSINESSES, maxLength: BUSINESSES }),
  steps: fc.array(step, { minLength: 10, maxLength: 30 }),
})

let instance: TestInstance
const clock = createTestClock()
let isCarrierDown = false
let closedPort = 0
beforeAll(async () => {
  goTo(0, 12)
  instance = await startTestInstance({
    now: clock.now,
    sessionClock: systemClock,
    sandbox: { now: () => Date.parse(clock.now()) },
    carrierUrl: (sandboxUrl) => (isCarrierDown ? `http://127.0.0.1:${closedPort}` : sandboxUrl),
  })
})
afterAll(() => instance.close())

/** Moves on to an hour in New York, at least so many days later. */
function goTo(days: number, hour: number) {
  const first = Temporal.PlainDate.from('2040-03-05')
  const today = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/New_York').toPlainDate()
  const day = Temporal.PlainDate.compare(today, first) < 0 ? first : today.add({ days })
  const there = day.toZonedDateTime({ timeZone: 'America/New_York', plainTime: Temporal.PlainTime.from({ hour }) })
  clock.goTo(there)
}

const JOBS = ['settle-delivery', 'send-bulk-messages', 'send-queued-messages', 'send-group-message']
async function run() {
  await instance.idle()
  const { rowCount } = await instance.server.database.owner.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where locked_at is null and task_id in
       (select id from graphile_worker._private_tasks where identifier = any($1)) and run_at > now()`,
    [JOBS],
  )
  if (rowCount) await instance.server.database.owner.query(NOTIFY_OF_DUE_JOBS)
  await instance.idle()
}

interface Member {
  id: string
  phone: string
  /** Instants at which they opted out (true) and in (false). */
  choices: { at: number; isOut: boolean }[]
  repliedAt: number | null
  isDeleted: boolean
}
interface Merge {
  at: number
  phones: [string, string]
}
interface Business {
  tenant: Tenant
  campaign: Campaign
  members: Member[]
  merges: Merge[]
}

const now = () => Date.parse(clock.now())
let people = 0

async function createBusiness(spreadMinutes: number | null): Promise<Business> {
  const tenant = await instance.createTenant()
  const members: Member[] = []
  for (const [index, area] of AREA_CODES.entries()) {
    const phone = `+1${area}${557 + Math.floor(people / 9000)}${1000 + (people++ % 9000)}`
    const { id } = ok(await tenant.owner.call(contacts.add, { name: `Person ${index}`, phone }))
    members.push({ id, phone, choices: [], repliedAt: null, isDeleted: false })
  }
  const followUps = [{ afterHours: 24, text: 'Second' }]
  const draft = ok(
    await tenant.owner.call(campaigns.save, { name: 'Sale', text: 'First', followUps, audience: { criteria: {} } }),
  ).data
  const spread = spreadMinutes === null ? {} : { spreadMinutes }
  const campaign = ok(
    await tenant.owner.call(campaigns.start, { id: draft.id, version: draft.version, ...spread }),
  ).data
  return { tenant, campaign, members, merges: [] }
}

const textFrom = async ({ tenant }: Business, { phone }: Member, body: string) => {
  const response = await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: tenant.numbers[0], body, mediaUrls: [] }),
  })
  expect(response.ok).toBe(true)
  await instance.sandbox.idle()
}

/** Sends the next batches, and dies before the commit. */
async function killBatch({ tenant, campaign }: Business) {
  const killed = new Error('Killed.')
  await instance.server.services
    .inTenant({ tenantId: tenant.tenantId }, async (tx) => {
      const row = await lockGroupMessage(tx, campaign.id)
      if (row?.state === 'running') while ((await sendBatch(instance.server.services, tx, row)) === 'more');
      throw killed
    })
    .catch((error: unknown) => {
      if (error !== killed) throw error
    })
}

async function perform(all: readonly Business[], each: Step): Promise<void> {
  const target = 'business' in each ? all[each.business] : undefined
  const member = target && 'person' in each ? target.members[each.person] : undefined
  if (each.kind === 'advance' && 'minutes' in each) {
    // Time does not leap between the check of a text and its hand-over.
    await instance.idle()
    clock.advance(each.minutes * MINUTE_MS)
    // While the server runs, jobs record that they do.
    if (!each.isDown)
      await instance.server.database.owner.query(
        "update group_messages set heartbeat_at = $1 where state = 'running' and heartbeat_at < $1",
        [clock.now()],
      )
    await run()
  } else if (each.kind === 'carrier-down') {
    isCarrierDown = true
    closedPort += 1
  } else if (each.kind === 'carrier-up') isCarrierDown = false
  else if (each.kind === 'cut') {
    await cutConnections(instance)
    await idleAfterCut(instance)
  } else if (target && each.kind === 'kill') await killBatch(target)
  else if (target && each.kind === 'decide' && 'action' in each)
    await target.tenant.owner.call(campaigns.decideMissed, { id: target.campaign.id, action: each.action })
  // Refused in most states.
  else if (target && (each.kind === 'pause' || each.kind === 'stop' || each.kind === 'resume'))
    await target.tenant.owner.call(campaigns[each.kind], { id: target.campaign.id })
  else if (target && member) await performFor(target, member, each)
}

async function performFor(target: Business, member: Member, each: Step): Promise<void> {
  const { owner } = target.tenant
  if (each.kind === 'opt-out') {
    await textFrom(target, member, 'REMOVE')
    member.choices.push({ at: now(), isOut: true })
  } else if (each.kind === 'opt-in') {
    member.choices.push({ at: now(), isOut: false })
    await textFrom(target, member, 'START')
  } else if (each.kind === 'reply') {
    await textFrom(target, member, 'How much is it?')
    member.repliedAt ??= now()
  } else if (each.kind === 'fail' && 'code' in each)
    await instance.addFault({ kind: 'fail-send', code: each.code, phone: member.phone, times: 1 })
  else if (each.kind === 'delete-contact')
    member.isDeleted ||= !('error' in (await owner.call(contacts.remove, { id: member.id })))
  else if (each.kind === 'delete-conversation') {
    const thread = await target.tenant.conversationWith(member.phone)
    if (thread) await owner.call(contract.conversations.remove, { sid: thread.sid })
  } else if (each.kind === 'merge' && 'other' in each) {
    const other = target.members[each.other]
    if (!other || other === member) return
    const both = { survivorID: member.id, otherID: other.id }
    const preview = await owner.call(contactMerging.preview, both)
    if (!('version' in preview)) return
    const merged = await owner.call(contactMerging.merge, { ...both, version: preview.version })
    if ('mergeID' in merged) target.merges.push({ at: now(), phones: [member.phone, other.phone] })
  }
}

interface SentRow {
  phone: string
  body: string
  claimedAt: number | null
}

async function assertGuarantees({ tenant, campaign, members, merges }: Business): Promise<void> {
  const { owner } = instance.server.database
  const { rows: recipients } = await owner.query<{
    step: number
    state: string
    reason: string | null
    status: string | null
    before: string | null
  }>(
    `select g.step, r.state, r.reason, m.delivery_status as status, (
       select b.delivery_status from group_recipients f join messages b on b.tenant_id = f.tenant_id and b.id = f.message_id
       where f.tenant_id = r.tenant_id and f.group_message_id = $2 and f.contact_id = r.contact_id
     ) as before
     from group_messages g join group_recipients r on r.tenant_id = g.tenant_id and r.group_message_id = g.id
     left join messages m on m.tenant_id = g.tenant_id and m.id = r.message_id
     where g.tenant_id = $1 and g.campaign_id = $2`,
    [tenant.tenantId, campaign.id],
  )
  // No one is lost: everyone is a recipient, with an outcome and, unless it was sent, a reason.
  expect(recipients.filter((row) => row.step === 0)).toHaveLength(PEOPLE)
  for (const { step: index, state, reason, status, before } of recipients) {
    expect(['sent', 'skipped']).toContain(state)
    if (state === 'skipped') expect(reason).not.toBeNull()
    // Null: deleted with its conversation.
    if (state === 'sent') expect(['delivered', 'failed', 'undelivered', null]).toContain(status)
    if (index > 0 && state === 'sent' && status !== null) expect([null, 'delivered']).toContain(before)
  }
  const { rows: sent } = await owner.query<{ phone: string; body: string; claimedAt: string | null }>(
    `select coalesce(v.contact_phone, c.contact_phone) as phone, m.body, m.claimed_at as "claimedAt"
     from messages m join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
     left join merged_conversations v on v.tenant_id = m.tenant_id and v.id = m.via_conversation_id
     where m.tenant_id = $1 and m.is_marketing and m.delivery_status = 'delivered'`,
    [tenant.tenantId],
  )
  const handedOver: SentRow[] = sent.map((row) => ({
    ...row,
    claimedAt: row.claimedAt === null ? null : Date.parse(row.claimedAt),
  }))
  for (const member of members) {
    const texts = await arrivedAt(tenant, member)
    // No one gets two.
    expect(texts.length).toBe(new Set(texts).size)
    for (const { phone, body, claimedAt } of handedOver) {
      if (phone !== member.phone || claimedAt === null) continue
      // No one who opted out gets one, and none leaves outside of the window.
      const isOut = member.choices.findLast(({ at }) => at < claimedAt)?.isOut ?? false
      expect({ body, phone, isOut }).toEqual({ body, phone, isOut: false })
      for (const zone of contactRegion(phone, 'America/New_York').timeZones) {
        const local = Temporal.Instant.fromEpochMilliseconds(claimedAt).toZonedDateTimeISO(zone)
        const isDaytime = local.hour >= 8 && local.hour < 21
        expect({ phone, body, local: local.toString(), isDaytime }).toMatchObject({ isDaytime: true })
      }
    }
  }
  // Numbers merged into one contact do not get a text that one of them already got.
  for (const { at, phones } of merges)
    for (const body of ['First', 'Second']) {
      const times = handedOver
        .filter((row) => row.body === body && phones.includes(row.phone))
        .map((row) => row.claimedAt ?? 0)
      const before = times.filter((time) => time <= at).length
      expect(times.length - before).toBeLessThanOrEqual(Math.max(0, 1 - before))
    }
}

/** When the next recipient who is held is due; null if no one waits. */
async function findNextDue(all: readonly Business[]): Promise<number | null> {
  const { rows } = await instance.server.database.owner.query<{ due: string | null }>(
    "select min(held_until) as due from group_recipients where tenant_id = any($1) and state in ('held', 'pending') and reason is distinct from 'missed'",
    [all.map(({ tenant }) => tenant.tenantId)],
  )
  return rows[0]?.due ? Date.parse(rows[0].due) : null
}

const arrivedAt = async (tenant: Tenant, { phone }: Member) =>
  (await tenant.messagesOnPhone(phone))
    .filter(({ direction, body }) => direction !== 'inbound' && (body === 'First' || body === 'Second'))
    .map(({ body }) => body)

test('whatever happens while a campaign is sent, everyone gets it once, or not at all for a reason', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ hour, spread, steps }) => {
      goTo(2, hour)
      const all = await Promise.all(spread.map(createBusiness))
      for (const each of steps) await perform(all, each)
      isCarrierDown = false
      for (const { tenant, campaign } of all) await tenant.owner.call(campaigns.resume, { id: campaign.id })
      // Days, so that the windows of everyone open for the text and its follow-up, also after a weekend.
      for (let end = now() + 5 * 24 * HOUR_MS; now() < end; ) {
        await run()
        // Time leaps, so texts miss theirs.
        for (const [index, { tenant, campaign }] of all.entries())
          await tenant.owner.call(campaigns.decideMissed, { id: campaign.id, action: index === 0 ? 'skip' : 'send' })
        await run()
        const due = await findNextDue(all)
        if (due === null && now() > end - 3 * 24 * HOUR_MS) break
        clock.advance(due !== null && due > now() ? Math.min(6 * HOUR_MS, due - now()) : 6 * HOUR_MS)
      }
      for (let n = 0; n < 3; n++) await run()
      for (const business of all) await assertGuarantees(business)
      await fetch(`${instance.url}/sandbox/api/faults`, { method: 'DELETE' })
    }),
    { ...runs(1), endOnFailure: true },
  )
})
