import type { DriverResult } from './inbound-driver.ts'
import { BASELINE_SCHEMA } from './lib/baseline-schema.ts'
import { runChild, startChild } from './lib/child.ts'
import { account, openPool, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, median, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const TENANTS = 10
const CONVERSATIONS = 1000
const AGENTS = 20
const PUSHES_PER_MESSAGE = AGENTS / TENANTS
const CONCURRENCIES = [8, 32]

/** Signed webhook → stored, conversation updated, event logged, pushed to 20 agents; beside a thin server in the same run. */
export async function benchInbound({ isQuick }: BenchOptions): Promise<Figure[]> {
  const [seconds, repeats] = isQuick ? [3, 1] : [6, 3]
  const product = await startProduct({ databases: ['bare'] })
  const bare = openPool(product.inDatabase('bare'))
  await bare.query(BASELINE_SCHEMA)
  await bare.query(`insert into conversations (tenant_id, id, status)
    select t, c, case when c % 3 = 0 then 'resolved' else 'open' end from generate_series(1, ${TENANTS}) t, generate_series(1, ${CONVERSATIONS}) c`)
  await bare.query('vacuum analyze')
  await bare.end()
  const baseline = await startChild('inbound-baseline.ts', { databaseUrl: product.inDatabase('bare') })
  const tenants = await signUpTenants(
    product,
    Array.from({ length: TENANTS }, () => ({ conversations: CONVERSATIONS, messages: 0 })),
  )

  const figures: Figure[] = []
  try {
    for (const concurrency of CONCURRENCIES) {
      const runs: { frontdesk: DriverResult[]; baseline: DriverResult[] } = { frontdesk: [], baseline: [] }
      for (let round = 0; round < repeats; round++) {
        const load = { concurrency, seconds, agents: AGENTS, ...account, tenants }
        runs.baseline.push(
          await runChild('inbound-driver.ts', { kind: 'baseline', url: baseline.line, publicUrl: '', ...load }),
        )
        runs.frontdesk.push(
          await runChild('inbound-driver.ts', {
            kind: 'frontdesk',
            url: product.url,
            publicUrl: product.url.replace('127.0.0.1', 'localhost'),
            ...load,
          }),
        )
      }
      const of = (side: keyof typeof runs, key: keyof DriverResult) => median(runs[side].map((run) => run[key]))
      const rate = of('frontdesk', 'perSecond')
      const baselineRate = of('baseline', 'perSecond')
      const entry = { bench: 'inbound', unit: 'messages/s', goal: 'at least 0.5 of the thin server' }
      figures.push(
        report({
          ...entry,
          case: `rate at concurrency ${concurrency}`,
          value: rate,
          baseline: baselineRate,
          ok: rate / baselineRate >= 0.5,
        }),
      )
      const p99 = of('frontdesk', 'p99')
      const latency =
        concurrency === 8 ? { goal: 'p99 under 30 ms', ok: p99 < 30 } : { goal: 'none, for comparison', ok: true }
      figures.push(
        report({
          bench: 'inbound',
          case: `p99 at concurrency ${concurrency}`,
          value: p99,
          unit: 'ms',
          baseline: of('baseline', 'p99'),
          ...latency,
        }),
      )
      const owed = runs.frontdesk.reduce((sum, run) => sum + (run.sent - run.bad) * PUSHES_PER_MESSAGE, 0)
      const pushed = runs.frontdesk.reduce((sum, run) => sum + run.pushed, 0)
      const bad = runs.frontdesk.reduce((sum, run) => sum + run.bad, 0)
      figures.push(
        report({
          bench: 'inbound',
          case: `pushes received at concurrency ${concurrency}, refused requests: ${bad}`,
          value: pushed,
          unit: 'pushes',
          baseline: owed,
          goal: 'every message pushed',
          ok: pushed === owed && bad === 0,
        }),
      )
    }
  } finally {
    await baseline.stop()
    await product.stop()
  }
  return figures
}
