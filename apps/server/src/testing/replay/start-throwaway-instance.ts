import pg from 'pg'
import { migrate } from '../../platform/database/migrate.ts'
import { startThrowawayPostgres } from '../../platform/database/throwaway.ts'
import { type RunningInstance, startInstance } from '../start-instance.ts'

/** Starts an instance with its own PostgreSQL on free ports; `close` removes everything. */
export async function startThrowawayInstance(env: Record<string, string> = {}): Promise<RunningInstance> {
  const postgres = await startThrowawayPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  const instance = await startInstance({ databaseUrl: postgres.url, env })
  return {
    ...instance,
    close: async () => {
      await instance.close()
      await postgres.stop()
    },
  }
}
