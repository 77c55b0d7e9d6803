import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { ok } from '../client.ts'
import { createAudience, offsetToEvening } from './campaign-audience.ts'
import { type CampaignVerdict, checkCampaign } from './campaign-checks.ts'
import { type CampaignOwner, createCampaignOwner, TEXTS, textBusiness } from './campaign-load.ts'
import { type CarrierMood, pickMood } from './carrier.ts'
import { runJobsNow, settleEarly, shiftJobs } from './jobs.ts'
import { BETWEEN_KILLS_MS, killRepeatedly, repeat } from './kills.ts'
import type { Random } from './random.ts'
import { type SystemUnderTest, startSystem } from './system.ts'

const { campaigns } = contract

/** Without any text that is accepted or gets its outcome for so long, waiting has no end. */
const STUCK_AFTER_MS = 3 * 60_000
const STEP_MS = 2_000
const SHORT_STEP_MS = 300
const ANSWERED_WITHIN_MS = 5_000
const COUNTED_WITHIN_MS = 120_000
const FINISHING: readonly string[] = ['done', 'stopped']

export interface CampaignOptions {
  recipients: number
  kills: number
  isSplit: boolean
  random: Random
  print: (line: string) => void
  /** Kills in quick succession, with a carrier that never fails, and settles texts of unknown outcome early. */
  isShort?: boolean
}

export interface CampaignResult extends CampaignVerdict {
  kills: number
  /** How often it was paused, and how often stopped. */
  pauses: number
  stops: number
  moods: ReadonlyMap<CarrierMood, number>
  seconds: number
}

/** Sends a campaign while its server is killed again and again, and checks what became of each recipient. */
export async function runCampaign({
  recipients,
  kills,
  isSplit,
  random,
  print,
  isShort = false,
}: CampaignOptions): Promise<CampaignResult> {
  const startedAt = performance.now()
  const stepMs = isShort ? SHORT_STEP_MS : STEP_MS
  const betweenKillsMs = { ...BETWEEN_KILLS_MS, ...(isShort && { max: BETWEEN_KILLS_MS.min }) }
  const expectedMs = kills * ((betweenKillsMs.min + betweenKillsMs.max) / 2 + 3_000)
  const clockOffsetMs = offsetToEvening(60_000 + expectedMs / 2)
  let isCalm = true
  const system = await startSystem({ isSplit, clockOffsetMs, carrierMood: () => (isCalm ? 'fine' : pickMood(random)) })
  try {
    await shiftJobs(system, clockOffsetMs)
    const audience = createAudience(recipients)
    const segmentsPerSecond = Math.max(10, Math.ceil((4 * recipients * 1000) / expectedMs))
    const owner = await createCampaignOwner(system, audience, { segmentsPerSecond, random })
    const optedOutAt = new Map<string, number>()
    const repliedAt = new Map<string, number>()
    const text = async (times: Map<string, number>, body: string) => {
      const { phone } = random.pick(audience) ?? { phone: '' }
      if (optedOutAt.has(phone) || repliedAt.has(phone)) return
      times.set(phone, (await textBusiness(system, { from: phone, to: owner.number, body })) + clockOffsetMs)
    }
    for (let n = 0; n < recipients / 50; n++) await text(optedOutAt, 'REMOVE')

    const draft = ok(
      await owner.call(campaigns.save, {
        name: 'Chaos',
        text: TEXTS.first[0],
        variants: TEXTS.first.slice(1),
        followUps: [{ afterHours: 1, text: TEXTS.followUp }],
        audience: { criteria: {} },
      }),
    ).data
    await owner.call(campaigns.start, { id: draft.id, version: draft.version })
    print(`${audience.length} recipients, at most ${segmentsPerSecond} texts a second`)
    isCalm = isShort
    const campaign = { tenantId: owner.tenantId, campaignId: draft.id }
    let isOver = false
    const interruptions = { pauses: 0, stops: 0 }
    const meanwhile = Promise.all([
      repeat(
        () => isOver,
        () => random.between(100, 600),
        () => text(optedOutAt, 'REMOVE'),
      ),
      repeat(
        () => isOver,
        () => random.between(300, 1500),
        () => text(repliedAt, 'How much is it?'),
      ),
      repeat(
        () => isOver,
        () => 250,
        () => disturbReports(system),
      ),
      repeat(
        () => isOver,
        () => random.between(3_000, 9_000),
        () => interrupt(owner, draft.id, random, interruptions),
      ),
      repeat(
        () => isOver,
        () => stepMs,
        () => hurry(system, campaign, clockOffsetMs),
      ),
    ])
    // Awaited after the last kill; until then a failure must not end the process, which would leave the servers
    // running.
    meanwhile.catch(() => {})
    await killRepeatedly(system, {
      kills,
      betweenKillsMs,
      random,
      onKill: (n) => n % 10 === 0 && print(`killed ${n}/${kills}; ${system.carrier.arrivals.length} texts accepted`),
    })
    isOver = true
    await meanwhile
    await finish(system, owner, campaign, { clockOffsetMs, isShort, calmDown: () => (isCalm = true) })
    const verdict = await checkCampaign(system, campaign, { audience, optedOutAt, repliedAt })
    const violations = [...verdict.violations, ...(await checkTotals(owner, draft.id, verdict))]
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (violations.length > 0) print(`  Log of the processes: ${system.logFile}`)
    return { ...verdict, violations, kills, ...interruptions, moods: system.carrier.moods, seconds }
  } finally {
    await system.close()
  }
}

/** Some of the next delivery reports come twice, others after later ones. */
async function disturbReports({ carrier }: SystemUnderTest): Promise<void> {
  for (const fault of [
    { kind: 'duplicate', target: 'status', times: 4 },
    { kind: 'reorder', target: 'status', ms: 400, times: 4 },
  ])
    await fetch(`${carrier.apiUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
}

/** Pauses or stops the campaign, and resumes it after a while. Another state than expected is no failure. */
async function interrupt(
  { call }: CampaignOwner,
  id: string,
  random: Random,
  counts: { pauses: number; stops: number },
): Promise<void> {
  const isStop = random.chance(0.5)
  await call(isStop ? campaigns.stop : campaigns.pause, { id })
  counts[isStop ? 'stops' : 'pauses'] += 1
  await pause(random.between(0, 2_500))
  await call(campaigns.resume, { id })
}

/** Follow-ups are due after an hour at the earliest, and throttled businesses send slowly. */
const hurry = (
  system: SystemUnderTest,
  { tenantId, campaignId }: { tenantId: string; campaignId: string },
  offsetMs: number,
) =>
  system.withOwner(async (client) => {
    await client.query(
      `update group_recipients r set held_until = now() + $3 * interval '1 millisecond' from group_messages g
       where g.tenant_id = $1 and g.campaign_id = $2 and g.step > 0 and r.tenant_id = $1 and r.group_message_id = g.id
         and r.state = 'held' and r.reason = 'scheduled' and r.held_until > now() + $3 * interval '1 millisecond'`,
      [tenantId, campaignId, offsetMs],
    )
    // A number whose texts were throttled sends more slowly for a while, which would leave little to be interrupted.
    await client.query('update number_send_budgets set throttle_level = 0 where tenant_id = $1', [tenantId])
    await runJobsNow(system, ['send-group-message'])
  })

/** How many recipients wait for something other than their window, and how many texts for an outcome. */
const COUNT_OPEN = `
  select count(*) filter (where r.state = 'pending' or r.state = 'held' and r.reason = 'scheduled' or r.state = 'cancelled')::int as waiting,
    count(*) filter (where m.delivery_status not in ('delivered', 'failed', 'undelivered'))::int as "inFlight"
  from group_messages g
  join group_recipients r on r.tenant_id = g.tenant_id and r.group_message_id = g.id
  left join messages m on m.tenant_id = g.tenant_id and m.id = r.message_id
  where g.tenant_id = $1 and g.campaign_id = $2`

/** Lets everything be sent that may be sent now, waits for its outcome, and stops the campaign. */
async function finish(
  system: SystemUnderTest,
  owner: CampaignOwner,
  campaign: { tenantId: string; campaignId: string },
  { clockOffsetMs, isShort, calmDown }: { clockOffsetMs: number; isShort: boolean; calmDown: () => void },
): Promise<void> {
  const id = campaign.campaignId
  await owner.call(campaigns.resume, { id })
  let left = Number.POSITIVE_INFINITY
  let changedAt = performance.now()
  while (performance.now() - changedAt < STUCK_AFTER_MS) {
    await hurry(system, campaign, clockOffsetMs)
    const { rows } = await system.withOwner((client) =>
      client.query<{ waiting: number; inFlight: number }>(COUNT_OPEN, [campaign.tenantId, id]),
    )
    const { waiting = 0, inFlight = 0 } = rows[0] ?? {}
    if (waiting + inFlight === 0) break
    if (waiting === 0) calmDown()
    const accepted = system.carrier.arrivals.length
    if (waiting + inFlight - accepted !== left) changedAt = performance.now()
    left = waiting + inFlight - accepted
    // This carrier responds at once, so a text without a response was requested by a process that was killed.
    if (isShort) await settleEarly(system, campaign, { clockOffsetMs, olderThanMs: ANSWERED_WITHIN_MS })
    // Looks up at once the reports that were missed while the server was down, which would be due minutes later.
    await runJobsNow(system, ['settle-delivery', 'send-bulk-messages'])
    await pause(isShort ? SHORT_STEP_MS : STEP_MS)
  }
  await owner.call(campaigns.stop, { id })
  const stoppedAt = performance.now()
  for (;;) {
    const { status } = ok(await owner.call(campaigns.get, { id })).data
    const { rows } = await system.withOwner((client) =>
      client.query(
        `select from group_messages g join group_recipients r on r.tenant_id = g.tenant_id and r.group_message_id = g.id
         where g.tenant_id = $1 and g.campaign_id = $2 and r.state in ('pending', 'held') limit 1`,
        [campaign.tenantId, id],
      ),
    )
    const isOver = FINISHING.includes(status) && rows.length === 0
    if (isOver || performance.now() - stoppedAt > STUCK_AFTER_MS) return
    await pause(500)
  }
}

/** Compares what the product shows with what is stored. Counts of large messages follow a while after they are read. */
async function checkTotals(owner: CampaignOwner, id: string, verdict: CampaignVerdict): Promise<string[]> {
  const startedAt = performance.now()
  for (;;) {
    const differences = await compareTotals(owner, id, verdict)
    if (differences.length === 0 || performance.now() - startedAt > COUNTED_WITHIN_MS) return differences
    await pause(STEP_MS)
  }
}

async function compareTotals({ call }: CampaignOwner, id: string, { counts }: CampaignVerdict): Promise<string[]> {
  const { steps } = ok(await call(campaigns.getSteps, { id })).data
  return steps.flatMap(({ stats, texts }, step) => {
    const of = (outcome: string) =>
      [...counts]
        .filter(([label]) => label.startsWith(`${step === 0 ? 'first' : 'follow-up'} ${outcome}`))
        .reduce((sum, [, n]) => sum + n, 0)
    const shown = stats.outcomes
    const wrong = (['delivered', 'failed', 'skipped', 'cancelled'] as const).filter(
      (outcome) => (shown[outcome] ?? 0) !== of(outcome),
    )
    const total = Object.values(shown).reduce((sum, n) => sum + (n ?? 0), 0)
    const inTexts = texts.reduce((sum, { recipients }) => sum + recipients, 0)
    return [
      ...wrong.map((outcome) => `step ${step} shows ${shown[outcome]} as ${outcome}, ${of(outcome)} are`),
      ...(total === stats.recipients && inTexts === total ? [] : [`the outcomes of step ${step} do not add up`]),
    ]
  })
}
