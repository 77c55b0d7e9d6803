import type { StatusReport } from './receive-status.ts'

/** Reports per transaction, which locks their conversations. */
const BATCH_MAX = 50

interface Waiting {
  report: StatusReport
  resolve: () => void
  reject: (error: unknown) => void
}

type Scope = { tenantId: string }

/**
 * Stores delivery reports with `store`, which opens a transaction. Reports of a business that arrive while one is in
 * flight share the next one: a group message gets two or three reports per text, as fast as it is sent. Resolves after
 * the commit.
 */
export function createStatusBuffer(
  store: (scope: Scope, reports: readonly StatusReport[]) => Promise<unknown>,
): (scope: Scope, report: StatusReport) => Promise<void> {
  const queues = new Map<string, Waiting[]>()

  const storeAll = async (scope: Scope, batch: readonly Waiting[]): Promise<void> => {
    try {
      await store(
        scope,
        batch.map(({ report }) => report),
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      const [only, ...others] = batch
      // Only the report that fails is refused.
      if (others.length === 0) only?.reject(error)
      else for (const each of batch) await storeAll(scope, [each])
    }
  }

  const run = async (scope: Scope, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await storeAll(scope, queue.splice(0, BATCH_MAX))
    queues.delete(scope.tenantId)
  }

  return ({ tenantId }, report) =>
    new Promise((resolve, reject) => {
      const waiting = { report, resolve, reject }
      const queue = queues.get(tenantId)
      if (queue) {
        queue.push(waiting)
        return
      }
      const first = [waiting]
      queues.set(tenantId, first)
      void run({ tenantId }, first)
    })
}
