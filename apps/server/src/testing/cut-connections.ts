import { untilAvailable } from '../platform/database/reconnect.ts'
import type { RunningInstance } from './start-instance.ts'

const RETRY_MS = 10_000

/** Ends all connections of an instance to its database, as a restart of the database does. */
export const cutConnections = ({ server }: Pick<RunningInstance, 'server'>) =>
  untilAvailable(RETRY_MS, () =>
    server.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  )

/**
 * Waits until idle, and runs jobs that failed again without their delay. The connections of the test itself are cut
 * too, which shows when they are used.
 */
export const idleAfterCut = ({ idle, server }: Pick<RunningInstance, 'idle' | 'server'>) =>
  untilAvailable(RETRY_MS, async () => {
    for (let retried: number | null = 1; retried; ) {
      await idle()
      const { rowCount } = await server.database.owner.query(
        `update graphile_worker._private_jobs set run_at = now()
         where last_error is not null and attempts < max_attempts and run_at > now() and locked_at is null`,
      )
      retried = rowCount
    }
  })
