import type pg from 'pg'
import { againAfterDeadlock } from './deadlock.ts'

/** A prepared statement for a hot path. */
export interface HotStatement {
  name: string
  text: string
}

/** One statement that wants to be a transaction of its own. */
interface Waiting {
  tenantId: string
  statement: HotStatement
  values: unknown[]
  lockKey: string
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

export type RunOnce = (
  tenantId: string,
  statement: HotStatement,
  values: unknown[],
  lockKey: string,
) => Promise<unknown[]>

const GROUP_MAX = 50
/** While one group is being committed the next one gathers; two are the fastest on two cores. */
const GROUPS_AT_ONCE = 2

/**
 * Commits in groups: the statements that arrive while others are under way share one transaction, one packet and one
 * flush. Each still runs under its own tenant. When one of a group fails, each is run again alone, so that nobody pays
 * for a neighbour; nothing of the failed group was kept.
 */
export function createGroupCommit(pool: pg.Pool, setTenant: (tenantId: string) => string): RunOnce {
  const waiting: Waiting[] = []
  let running = 0

  const flush = () => {
    while (waiting.length > 0 && running < GROUPS_AT_ONCE) {
      const group = waiting.splice(0, GROUP_MAX)
      running += 1
      runGroup(group).finally(() => {
        running -= 1
        flush()
      })
    }
  }

  const runGroup = async (group: Waiting[]): Promise<void> => {
    // The same order for everyone who locks several; equal keys keep the order they came in.
    const ordered = group.toSorted((a, b) => compare(a.tenantId, b.tenantId) || compare(a.lockKey, b.lockKey))
    try {
      const commit = () => commitTogether(pool, setTenant, ordered)
      const answers = await (ordered.length === 1 ? againAfterDeadlock(commit) : commit())
      for (const [i, one] of ordered.entries()) one.resolve(answers[i] ?? [])
    } catch (error) {
      const [only, ...others] = ordered
      if (only && others.length === 0) only.reject(error)
      else for (const one of ordered) await runGroup([one])
    }
  }

  return (tenantId, statement, values, lockKey) =>
    new Promise((resolve, reject) => {
      waiting.push({ tenantId, statement, values, lockKey, resolve, reject })
      // Not at once: whatever this turn of the loop brings in goes along.
      if (waiting.length === 1) setImmediate(flush)
    })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function commitTogether(
  pool: pg.Pool,
  setTenant: (tenantId: string) => string,
  group: Waiting[],
): Promise<unknown[][]> {
  const client = await pool.connect()
  let isBroken: Error | boolean = false
  try {
    const { stream } = client.connection
    stream.cork()
    const steps: Promise<pg.QueryResult>[] = []
    const answers: Promise<pg.QueryResult>[] = []
    let tenantId: string | null = null
    for (const one of group) {
      if (one.tenantId !== tenantId)
        steps.push(client.query((tenantId === null ? 'begin; ' : '') + setTenant(one.tenantId)))
      tenantId = one.tenantId
      answers.push(client.query({ ...one.statement, values: one.values }))
    }
    const commit = client.query('commit')
    stream.uncork()
    const [answered, begun, [committed]] = await Promise.all([
      Promise.allSettled(answers),
      Promise.allSettled(steps),
      Promise.allSettled([commit]),
    ])
    if (committed.status === 'rejected') isBroken = committed.reason as Error
    // The first failure is the cause; the rest of an aborted transaction only says that it is aborted.
    for (const step of [...answered, ...begun, committed]) if (step.status === 'rejected') throw step.reason
    return answered.map((answer) => (answer as PromiseFulfilledResult<pg.QueryResult>).value.rows)
  } finally {
    client.release(isBroken)
  }
}
