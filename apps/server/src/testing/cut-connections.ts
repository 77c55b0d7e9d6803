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

/** Waits until idle. The connections of the test itself are cut too, which shows when they are used. */
export const idleAfterCut = ({ idle }: Pick<RunningInstance, 'idle'>) => untilAvailable(RETRY_MS, idle)
