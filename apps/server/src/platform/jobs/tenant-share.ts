import type { Job, WorkerEvents } from 'graphile-worker'

/** Prefix of the flag that names a job's tenant; set by the SQL function `jobs.enqueue`. */
const TENANT_FLAG = 'tenant:'

export interface TenantShare {
  /** Flags of tenants that already hold their share of the slots; jobs with these flags are not fetched. */
  forbiddenFlags: () => Promise<string[] | null>
  release: (job: Job) => void
}

/**
 * Limits how many slots of a lane one tenant can hold, so that 20,000 stuck jobs of one tenant leave room for the
 * others. Fetches are serialized: two at the same time would both see a free slot.
 */
export function createTenantShare(events: WorkerEvents, perTenant: number): TenantShare {
  const held = new Map<string, number>()
  let turn: Promise<void> = Promise.resolve()
  let endTurn = () => {}

  events.on('job:start', ({ job }) => {
    const flag = tenantFlagOf(job)
    if (flag !== undefined) held.set(flag, (held.get(flag) ?? 0) + 1)
    endTurn()
  })
  events.on('worker:getJob:empty', () => endTurn())
  events.on('worker:getJob:error', () => endTurn())

  return {
    forbiddenFlags: async () => {
      const before = turn
      const current = Promise.withResolvers<void>()
      turn = current.promise
      await before
      endTurn = current.resolve
      const full = [...held].filter(([, count]) => count >= perTenant).map(([flag]) => flag)
      return full.length > 0 ? full : null
    },
    release: (job) => {
      const flag = tenantFlagOf(job)
      if (flag === undefined) return
      const remaining = (held.get(flag) ?? 0) - 1
      if (remaining > 0) held.set(flag, remaining)
      else held.delete(flag)
    },
  }
}

const tenantFlagOf = (job: Job) => Object.keys(job.flags ?? {}).find((flag) => flag.startsWith(TENANT_FLAG))
