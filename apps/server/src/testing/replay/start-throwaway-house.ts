import pg from 'pg'
import { migrate } from '../../platform/database/migrate.ts'
import { startThrowawayPostgres } from '../../platform/database/throwaway.ts'
import { type StartedHouse, startHouse } from '../start-house.ts'

/** A whole Frontdesk with its own PostgreSQL on free ports; nothing of it is left when it closes. */
export async function startThrowawayHouse(env: Record<string, string> = {}): Promise<StartedHouse> {
  const postgres = await startThrowawayPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  const house = await startHouse({ databaseUrl: postgres.url, env })
  return {
    ...house,
    close: async () => {
      await house.close()
      await postgres.stop()
    },
  }
}
