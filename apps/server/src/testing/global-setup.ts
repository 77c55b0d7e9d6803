import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { startThrowawayPostgres } from '../platform/database/throwaway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For the files of the servers; removed after the last test. */
    dataDir: string
  }
}

export const TEMPLATE = 'frontdesk_template'

/** One PostgreSQL for all test files, with a migrated database that each of them clones. */
export async function setup(project: TestProject) {
  const database = await startThrowawayPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // For the shared server of each worker, and those of the files that open their own beside it.
    max_connections: '400',
  })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: inDatabase(database.url, TEMPLATE) })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-tests-'))
  project.provide('postgresUrl', database.url)
  project.provide('dataDir', dataDir)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
