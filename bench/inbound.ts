import type { DriverResult } from './inbound-driver.ts'
import { BASELINE_SCHEMA } from './lib/baseline-schema.ts'
import { runChild, startChild } from './lib/child.ts'
import { cpuOf, cpuOfPostgres } from './lib/cpu.ts'
import { account, openPool, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, median, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const TENANTS = 10
const CONVERSATIONS = 1000
const AGENTS = 20
const PUSHES_PER_MESSAGE = AGENTS / TENANTS
const CONCURRENCIES = [1, 8, 32] as const

/** Figures compared with the baseline server, with the allowed ratio per concurrency; null: informational. */
const COMPARED: {
  name: string
  key: keyof Run
  unit: string
  goals: Record<(typeof CONCURRENCIES)[number], { atLeast: number } | { atMost: number } | null>
}[] = [
  { name: 'rate', key: 'perSecond', unit: 'messages/s', goals: { 1: null, 8: { atLeast: 0.8 }, 32: { atLeast: 1 } } },
  { name: 'p50', key: 'p50', unit: 'ms', goals: { 1: { atMost: 2 }, 8: null, 32: null } },
  { name: 'p99', key: 'p99', unit: 'ms', goals: { 1: null, 8: { atMost: 2 }, 32: { atMost: 2 } } },
  { name: 'push p50', key: 'pushP50', unit: 'ms', goals: { 1: null, 8: null, 32: null } },
  { name: 'push p99', key: 'pushP99', unit: 'ms', goals: { 1: null, 8: null, 32: null } },
  { name: 'Node CPU per message', key: 'nodeCpu', unit: 'us', goals: { 1: null, 8: null, 32: null } },
  { name: 'PostgreSQL CPU per message', key: 'postgresCpu', unit: 'us', goals: { 1: null, 8: null, 32: null } },
]

interface Run extends DriverResult {
  /** CPU microseconds per message of the server process, and of all PostgreSQL processes. */
  nodeCpu: number
  postgresCpu: number
}

/**
 * Signed webhook → stored, conversation updated, event logged, pushed to 20 agents; compared with a minimal server.
 */
export async function benchInbound({ isQuick }: BenchOptions): Promise<Figure[]> {
  const [seconds, repeats] = isQuick ? [3, 1] : [6, 3]
  const product = await startProduct({ databases: ['bare'] })
  const baselinePool = openPool(product.databaseUrl('bare'))
  await baselinePool.query(BASELINE_SCHEMA)
  await baselinePool.query(`insert into conversations (tenant_id, id, status)
    select t, c, case when c % 3 = 0 then 'resolved' else 'open' end from generate_series(1, ${TENANTS}) t, generate_series(1, ${CONVERSATIONS}) c`)
  await baselinePool.query('vacuum analyze')
  await baselinePool.end()
  const baseline = await startChild('inbound-baseline.ts', { databaseUrl: product.databaseUrl('bare') })
  const tenants = await signUpTenants(
    product,
    Array.from({ length: TENANTS }, () => ({ conversations: CONVERSATIONS, messages: 0 })),
  )

  const figures: Figure[] = []
  try {
    for (const concurrency of CONCURRENCIES) {
      const runs: { frontdesk: Run[]; baseline: Run[] } = { frontdesk: [], baseline: [] }
      const measure = async (pid: number, options: Record<string, unknown>): Promise<Run> => {
        const cpuNow = async () => [await cpuOf(pid), await cpuOfPostgres(product.owner)] as const
        const before = await cpuNow()
        const run = await runChild<DriverResult>('inbound-driver.ts', options)
        const after = await cpuNow()
        const perMessage = (part: 0 | 1) => Math.round(((after[part] - before[part]) * 1000) / run.sent)
        return { ...run, nodeCpu: perMessage(0), postgresCpu: perMessage(1) }
      }
      for (let round = 0; round < repeats; round++) {
        const load = { concurrency, seconds, agents: AGENTS, ...account, tenants }
        runs.baseline.push(
          await measure(baseline.child.pid ?? 0, { kind: 'baseline', url: baseline.line, publicUrl: '', ...load }),
        )
        runs.frontdesk.push(
          await measure(product.pid, {
            kind: 'frontdesk',
            url: product.url,
            publicUrl: product.url.replace('127.0.0.1', 'localhost'),
            ...load,
          }),
        )
      }
      const medianOf = (side: keyof typeof runs, key: keyof Run) => median(runs[side].map((run) => run[key]))
      for (const { name, key, unit, goals } of COMPARED) {
        const [value, baselineValue] = [medianOf('frontdesk', key), medianOf('baseline', key)]
        const goal = goals[concurrency]
        const ratio = value / baselineValue
        figures.push(
          report({
            bench: 'inbound',
            case: `${name} at concurrency ${concurrency}`,
            value,
            unit,
            baseline: baselineValue,
            goal: goal
              ? `${'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`} of the thin server`
              : 'none (informational)',
            ok: !goal || ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost),
          }),
        )
      }
      const expected = runs.frontdesk.reduce((sum, run) => sum + (run.sent - run.bad) * PUSHES_PER_MESSAGE, 0)
      const pushed = runs.frontdesk.reduce((sum, run) => sum + run.pushed, 0)
      const bad = runs.frontdesk.reduce((sum, run) => sum + run.bad, 0)
      figures.push(
        report({
          bench: 'inbound',
          case: `pushes received at concurrency ${concurrency}, refused requests: ${bad}`,
          value: pushed,
          unit: 'pushes',
          baseline: expected,
          goal: 'every message pushed',
          ok: pushed === expected && bad === 0,
        }),
      )
    }
  } finally {
    await baseline.stop()
    await product.stop()
  }
  return figures
}
