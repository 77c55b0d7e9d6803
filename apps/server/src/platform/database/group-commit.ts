import type pg from 'pg'
import { retryOnDeadlock } from './deadlock.ts'

/**
 * A prepared statement that stores many rows of several tenants at once. `$1` is a JSON array of them; each has a
 * `position` and a `tenant_id` beside its own fields, and each returned row names the `position` it belongs to.
 */
export interface BatchStatement {
  name: string
  text: string
}

export type RunBatched = (tenantId: string, statement: BatchStatement, row: object) => Promise<object | undefined>

interface QueuedRow {
  tenantId: string
  statement: BatchStatement
  row: object
  resolve: (answer: object | undefined) => void
  reject: (error: unknown) => void
}

const BATCH_MAX = 50
/** The next batch fills up while one is being committed. */
export const BATCHES_IN_FLIGHT = 2
/**
 * Waiting rows that justify a second batch in flight. With fewer, one larger batch after the other has a higher
 * throughput, because the fixed cost of the statement equals that of several rows.
 */
const SECOND_BATCH_MIN = 8
/** A batch that takes longer is waiting for a lock or the disk; the next one starts without waiting for it. */
const SLOW_BATCH_MS = 25

/**
 * Commits in batches: rows that arrive while others are in flight share one statement, one transaction and one flush.
 * `setTenants` limits the transaction to the tenants of its rows. A failed batch is rolled back and each of its rows is
 * run again alone, so that only the bad row fails.
 */
export function createGroupCommit(pool: pg.Pool, setTenants: (tenantIds: string[]) => string): RunBatched {
  const queue: QueuedRow[] = []
  let inFlight = 0
  let startedAt = 0
  let slowTimer: NodeJS.Timeout | undefined

  const isSecondWorthwhile = () => queue.length >= SECOND_BATCH_MIN || performance.now() - startedAt >= SLOW_BATCH_MS

  const flush = () => {
    while (queue.length > 0 && inFlight < BATCHES_IN_FLIGHT && (inFlight === 0 || isSecondWorthwhile())) {
      inFlight += 1
      startedAt = performance.now()
      runBatch(dequeueBatch(queue)).finally(() => {
        inFlight -= 1
        flush()
      })
    }
    clearTimeout(slowTimer)
    if (queue.length > 0) slowTimer = setTimeout(flush, SLOW_BATCH_MS)
  }

  const runBatch = async (batch: QueuedRow[]): Promise<void> => {
    const commit = () => commitBatch(pool, setTenants, batch)
    try {
      const results = await (batch.length === 1 ? retryOnDeadlock(commit) : commit())
      for (const [position, { resolve }] of batch.entries()) resolve(results.get(position))
    } catch (error) {
      const [only, ...others] = batch
      if (only && others.length === 0) only.reject(error)
      else for (const item of batch) await runBatch([item])
    }
  }

  return (tenantId, statement, row) =>
    new Promise((resolve, reject) => {
      queue.push({ tenantId, statement, row, resolve, reject })
      // Deferred, so that the batch includes everything that arrives in this turn of the event loop.
      if (queue.length === 1 || queue.length === SECOND_BATCH_MIN) setImmediate(flush)
    })
}

/** Takes the oldest rows of the statement that has waited longest, whatever else waits between them. */
function dequeueBatch(queue: QueuedRow[]): QueuedRow[] {
  const statement = queue[0]?.statement
  const batch = queue.filter((item) => item.statement === statement).slice(0, BATCH_MAX)
  const taken = new Set(batch)
  queue.splice(0, queue.length, ...queue.filter((item) => !taken.has(item)))
  return batch
}

async function commitBatch(
  pool: pg.Pool,
  setTenants: (tenantIds: string[]) => string,
  batch: QueuedRow[],
): Promise<Map<number, object>> {
  const [first] = batch
  if (!first) return new Map()
  const client = await pool.connect()
  let isBroken = false
  try {
    const rows = batch.map(({ tenantId, row }, position) => ({ ...row, position, tenant_id: tenantId }))
    // Connections are pipelined, so all of this is sent in one packet.
    const { stream } = client.connection
    stream.cork()
    const begin = client.query(`begin; ${setTenants([...new Set(batch.map(({ tenantId }) => tenantId))])}`)
    const store = client.query<{ position: number }>({ ...first.statement, values: [JSON.stringify(rows)] })
    const commit = client.query('commit')
    stream.uncork()
    const [stored, begun, committed] = await Promise.allSettled([store, begin, commit])
    if (committed.status === 'rejected') isBroken = true
    // The first failure is the cause; the rest of an aborted transaction only says that it is aborted.
    if (stored.status === 'rejected') throw stored.reason
    for (const step of [begun, committed]) if (step.status === 'rejected') throw step.reason
    return new Map(stored.value.rows.map(({ position, ...answer }) => [position, answer]))
  } finally {
    client.release(isBroken)
  }
}
