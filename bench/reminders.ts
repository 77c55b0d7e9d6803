import {
  carrierState,
  FIRST_PHONE,
  IDLE_CALLS,
  inboxOf,
  makeReady,
  measureBareLoop,
  sorted,
  until,
} from './campaigns.ts'
import { startChild } from './lib/child.ts'
import { cpuOf, cpuOfPostgres } from './lib/cpu.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, quantile, report } from './lib/report.ts'
import { type BenchTenant, signUpTenants } from './lib/tenants.ts'

const RATE_GOAL = 0.5
const INBOX_GOAL = 2

/**
 * Reminders of visits that are due together, from the first one due to the last one at the carrier, while a teammate of
 * another business works in the inbox.
 */
export async function benchReminders({ isQuick, isWhole, size }: BenchOptions): Promise<Figure[]> {
  const count = size ?? (isWhole ? 100_000 : isQuick ? 500 : 2000)
  const carrier = await startChild('accepting-carrier.ts', {})
  const product = await startProduct({ carrierUrl: carrier.line })
  try {
    const [tenant, other] = await signUpTenants(product, [
      { conversations: count, messages: count, firstPhone: FIRST_PHONE },
      { conversations: 1000, messages: 10_000 },
    ])
    if (!tenant || !other) throw new Error('The businesses are missing.')
    await makeReady(product, tenant)
    await addReminders(product, tenant)
    const inbox = inboxOf(product, other)
    const idle = await inbox.measure(IDLE_CALLS)
    const run = new AbortController()
    const working = inbox.measureUntil(run.signal)
    const cpuBefore = await cpuOfAll(product)
    const start = performance.now()
    const job = {
      identifier: 'send-reminders',
      payload: { tenantId: tenant.tenantId, dueAt: new Date().toISOString() },
    }
    await product.owner.query('select jobs.enqueue($1::jsonb)', [JSON.stringify([job])])
    await until(async () => (await carrierState(carrier.line)).accepted >= count)
    const value = (1000 * count) / (performance.now() - start)
    const cpu = ((await cpuOfAll(product)) - cpuBefore) / count
    run.abort()
    const [p99, idleP99] = [quantile(sorted(await working), 0.99), quantile(sorted(idle), 0.99)]
    const { accepted, sample } = await carrierState(carrier.line)
    if (accepted !== count || !sample) throw new Error(`The carrier got ${accepted} of ${count} reminders.`)
    const baseline = await measureBareLoop(carrier.line, sample)
    return [
      report({
        bench: 'reminders',
        case: `${count} reminders due together, ${cpu.toFixed(1)} ms of CPU each`,
        value,
        unit: 'texts/s',
        baseline,
        goal: `at least ${RATE_GOAL} of a loop that posts the same requests`,
        ok: value / baseline >= RATE_GOAL,
      }),
      report({
        bench: 'reminders',
        case: `${count} reminders due together: inbox of another business, p99`,
        value: p99,
        unit: 'ms',
        baseline: idleP99,
        goal: `at most ${INBOX_GOAL} times idle`,
        ok: p99 <= INBOX_GOAL * idleP99,
      }),
    ]
  } finally {
    await product.stop()
    await carrier.stop()
  }
}

/** A visit in two hours for each conversation, with a reminder that is due. */
async function addReminders({ owner }: Product, { tenantId }: BenchTenant): Promise<void> {
  await owner.query(
    `with visits as (
       insert into bookings (tenant_id, id, client_booking_id, location_id, contact_id, status, starts_at, ends_at, time_zone,
         local_starts_at, source, note, answers, end_reason, overrides, created_at, updated_at)
       select tenant_id, id, id, location_id, contact_id, 'booked', date_trunc('hour', now()) + interval '2 hours',
         date_trunc('hour', now()) + interval '3 hours', 'Europe/London', '2030-01-01T10:00', 'teammate', '', '[]', '', '{}', now(),
         now()
       from conversations where tenant_id = $1
       returning tenant_id, id, starts_at
     )
     insert into scheduled_messages (tenant_id, id, conversation_id, author, body, kind, state, reasons, send_at, due_at,
       time_zone, created_at, updated_at, booking_id, expires_at)
     select tenant_id, gen_random_uuid(), id, 'Bookings', 'We expect you in two hours. See you then!', 'automatic', 'waiting', '{}',
       now(), now(), 'Europe/London', now(), now(), id, starts_at
     from visits`,
    [tenantId],
  )
  await owner.query('vacuum analyze')
}

const cpuOfAll = async ({ pid, owner }: Product): Promise<number> => (await cpuOf(pid)) + (await cpuOfPostgres(owner))
