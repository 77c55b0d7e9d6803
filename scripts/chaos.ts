import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS } from '../apps/server/src/testing/chaos/faults.ts'
import { createRandom } from '../apps/server/src/testing/chaos/random.ts'
import { type BookingsResult, runBookings } from '../apps/server/src/testing/chaos/run-bookings.ts'
import { type CampaignResult, runCampaign } from '../apps/server/src/testing/chaos/run-campaign.ts'
import { type PaymentsResult, runPayments } from '../apps/server/src/testing/chaos/run-payments.ts'
import {
  HEALTHY_WITHIN_MS,
  type RoundsResult,
  runRounds,
  seconds,
} from '../apps/server/src/testing/chaos/run-rounds.ts'
import { type SystemUnderTest, startSystem } from '../apps/server/src/testing/chaos/system.ts'
import { hasRedis } from '../apps/server/src/testing/redis-server.ts'
import { buildWeb } from './build-web.ts'

// npm run chaos [-- --seed N] [--rounds 20] [--only server,disk]: injects failures into real processes under load and
// checks that nothing is lost or duplicated and everything recovers on its own.
// npm run chaos -- --only campaign [--recipients 10000] [--kills 100]: the same while a campaign is sent, with a
// carrier that fails, opt-outs and replies, and pauses and stops.
// npm run chaos -- --only payments [--requests 60] [--kills 100]: the same while requests are paid, refunded, disputed
// and paid out by a Stripe that fails.
// npm run chaos -- --only bookings [--kills 100]: the same while visits are booked, moved, confirmed and cancelled by
// the team, on the page, by text and in Google Calendar, and the database is killed too.

const CAMPAIGN = 'campaign'
const PAYMENTS = 'payments'
const BOOKINGS = 'bookings'
const NAMES = [...Object.keys(FAULTS), CAMPAIGN, PAYMENTS, BOOKINGS]
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: NAMES.join() },
    recipients: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '60' },
    kills: { type: 'string', default: '100' },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const [recipients, requests, kills] = [Number(values.recipients), Number(values.requests), Number(values.kills)]
const faults = values.only.split(',')
const unknown = faults.filter((fault) => !NAMES.includes(fault))
if (
  unknown.length > 0 ||
  !Number.isInteger(seed) ||
  !(rounds > 0) ||
  !(recipients > 0) ||
  !(requests > 0) ||
  !(kills >= 0)
) {
  console.error(
    `Usage: npm run chaos [-- --seed N] [--rounds N] [--recipients N] [--requests N] [--kills N] [--only ${NAMES.join()}]`,
  )
  process.exit(2)
}

await buildWeb()
console.log(`Seed ${seed}, ${rounds} rounds each. To repeat: npm run chaos -- --seed ${seed} --rounds ${rounds}`)
const random = createRandom(seed)
const results: RoundsResult[] = []
for (const kind of ['single', 'split', 'disk'] as const) {
  const kindFaults = faults.filter((fault) => FAULTS[fault]?.setup === kind)
  const missing = kindFaults.length > 0 ? findMissingRequirement(kind) : null
  if (missing) console.log(`skipped ${kindFaults.join(', ')}: ${missing}`)
  if (kindFaults.length === 0 || missing) continue
  for (const fault of kindFaults)
    await withSystem(kind, async (system) => void results.push(await runFault(system, fault)))
}
const campaign = faults.includes(CAMPAIGN)
  ? await runCampaign({ recipients, kills, isSplit: hasRedis(), random, print: console.log })
  : null
const payments = faults.includes(PAYMENTS)
  ? await runPayments({ requests, kills, isSplit: hasRedis(), random, print: console.log })
  : null
const bookings = faults.includes(BOOKINGS)
  ? await runBookings({ kills, isSplit: hasRedis(), random, print: console.log })
  : null
const exitCodes = [
  ...(results.length > 0 || !(campaign || payments || bookings) ? [summarize(results)] : []),
  ...(campaign ? [summarizeCampaign(campaign)] : []),
  ...(payments ? [summarizePayments(payments)] : []),
  ...(bookings ? [summarizeBookings(bookings)] : []),
]
process.exit(Math.max(...exitCodes))

function findMissingRequirement(kind: 'single' | 'split' | 'disk'): string | null {
  if (kind === 'split' && !hasRedis())
    return 'Redis is not installed. Install redis-server, or set REDIS_SERVER to its path.'
  if (kind === 'disk' && process.getuid?.() !== 0) return 'mounting a small tmpfs needs root.'
  return null
}

async function runFault(system: SystemUnderTest, fault: string): Promise<RoundsResult> {
  const result = await runRounds(system, { fault, rounds, random, print: console.log })
  if (result.violations.length > 0) {
    for (const violation of result.violations.slice(0, 20)) console.log(`  ${violation}`)
    console.log(`  Log of the processes: ${system.logFile}`)
  }
  return result
}

async function withSystem(
  kind: 'single' | 'split' | 'disk',
  work: (system: SystemUnderTest) => Promise<void>,
): Promise<void> {
  const disk = kind === 'disk' ? await mountSmallDisk() : null
  if (kind === 'disk' && !disk) return console.log('skipped disk: mounting a small tmpfs is not permitted here.')
  try {
    const system = await startSystem({ isSplit: kind === 'split', ...(disk && { dataDir: path.join(disk, 'data') }) })
    try {
      await work(system)
    } finally {
      await system.close()
    }
  } finally {
    if (disk) {
      execFileSync('umount', ['-l', disk])
      await rm(disk, { recursive: true, force: true })
    }
  }
}

async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=755', 'tmpfs', folder])
  if (status === 0) {
    await chmod(folder, 0o755)
    return folder
  }
  await rm(folder, { recursive: true, force: true })
  return null
}

function summarize(all: RoundsResult[]): number {
  console.log()
  for (const { fault, recoveredAfter, verdict, violations, failures } of all) {
    const sorted = recoveredAfter.toSorted((a, b) => a - b)
    const lost = violations.filter((violation) => violation.startsWith('lost')).length
    const duplicated = violations.filter((violation) => violation.startsWith('duplicated')).length
    console.log(
      `${fault}: ${sorted.length} rounds, recovered after ${seconds(sorted[sorted.length >> 1] ?? Number.NaN)} s (p50), ${seconds(sorted.at(-1) ?? Number.NaN)} s (max); ` +
        `${verdict.inbound} acknowledged, ${verdict.outbound} accepted, ${verdict.visiblyFailed} visibly failed; lost ${lost}, duplicated ${duplicated}, other violations ${violations.length - lost - duplicated}; ` +
        `failed requests: ${[...failures].map(([what, n]) => `${what} × ${n}`).join(', ') || 'none'}`,
    )
  }
  const slow = all.flatMap(({ recoveredAfter }) => recoveredAfter).filter((ms) => ms > HEALTHY_WITHIN_MS).length
  const violations = all.flatMap((result) => result.violations).length
  const total = all.flatMap(({ recoveredAfter }) => recoveredAfter).length
  const isOk = total > 0 && violations === 0 && slow === 0
  console.log(
    `\nchaos ${isOk ? 'passed' : 'FAILED'}: seed ${seed}, ${total} rounds, ${violations} violations, ${slow} recoveries over ${HEALTHY_WITHIN_MS / 1000} s`,
  )
  return isOk ? 0 : 1
}

function list(entries: ReadonlyMap<string, number>): string {
  return [...entries].map(([what, n]) => `${n} ${what}`).join(', ')
}

function summarizeCampaign({
  counts,
  accepted,
  violations,
  kills: killed,
  pauses,
  stops,
  moods,
  seconds: took,
}: CampaignResult) {
  for (const violation of violations.slice(0, 40)) console.log(`  ${violation}`)
  const lost = violations.filter((violation) => violation.startsWith('lost')).length
  const duplicated = violations.filter((violation) => violation.startsWith('duplicated')).length
  console.log(
    `\ncampaign ${violations.length === 0 ? 'passed' : 'FAILED'}: seed ${seed}, ${killed} kills, ${pauses} pauses, ${stops} stops, ${took} s\n` +
      `recipients: ${list(counts)}\ncarrier: ${accepted} accepted; requests: ${list(moods)}\n` +
      `lost ${lost}, duplicated ${duplicated}, other violations ${violations.length - lost - duplicated}`,
  )
  return violations.length === 0 ? 0 : 1
}

function summarizePayments({
  kills,
  charges,
  refunds,
  disputes,
  payouts,
  violations,
  seconds,
}: PaymentsResult): number {
  console.log(
    `payments: ${kills} kills in ${seconds} s; ${charges} charges, ${refunds} refunds, ${disputes} disputes, ${payouts} payouts; violations ${violations.length}`,
  )
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`)
  return violations.length === 0 ? 0 : 1
}

function summarizeBookings({
  kills: killed,
  bookings: stored,
  visits,
  texts,
  events,
  moods,
  violations,
  seconds: took,
}: BookingsResult): number {
  for (const violation of violations.slice(0, 40)) console.log(`  ${violation}`)
  console.log(
    `\nbookings ${violations.length === 0 ? 'passed' : 'FAILED'}: seed ${seed}, ${killed} kills, ${took} s\n` +
      `visits: ${list(visits)} (${stored} bookings with holds)\ncarrier: ${texts} texts; requests: ${list(moods)}\n` +
      `Google: ${events} events; violations ${violations.length}`,
  )
  return violations.length === 0 ? 0 : 1
}
