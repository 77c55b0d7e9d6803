import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { startThrowawayPostgres } from '../platform/database/throwaway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const TEMPLATE = 'frontdesk_template'

/** One PostgreSQL for all test files, with a migrated database that each of them clones. */
export async function setup(project: TestProject) {
  const database = await startThrowawayPostgres({ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: inDatabase(database.url, TEMPLATE) })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  project.provide('postgresUrl', database.url)
  return () => database.stop()
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
