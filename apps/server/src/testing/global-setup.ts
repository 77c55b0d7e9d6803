import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { startThrowawayPostgres } from '../platform/database/throwaway.ts'
import { assertStatementsRoutable, CAPTURE_SETTINGS } from './captured-statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Folder of its Unix socket; null on Windows. */
    postgresSocketDir: string | null
    /** Parent of the servers' data folders; removed after the last test. */
    dataDir: string
  }
}

export const TEMPLATE = 'frontdesk_template'

/** Starts one PostgreSQL for all test files, with a migrated template database. */
export async function setup(project: TestProject) {
  const socketDir = process.platform === 'win32' ? null : await mkdtemp(path.join(tmpdir(), 'frontdesk-socket-'))
  // PostgreSQL runs as another user where the tests run as root.
  if (socketDir) await chmod(socketDir, 0o777)
  const database = await startThrowawayPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    // For the shared server of each worker and for files that start their own.
    max_connections: '400',
    // Each of the many databases is looked at once within this time.
    autovacuum_naptime: '1min',
    ...(socketDir && { unix_socket_directories: socketDir }),
    ...CAPTURE_SETTINGS,
  })
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.query('create extension pg_stat_statements')
  await admin.end()
  const pool = new pg.Pool({ connectionString: withDatabase(database.url, TEMPLATE) })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-tests-'))
  project.provide('postgresUrl', database.url)
  project.provide('postgresSocketDir', socketDir)
  project.provide('dataDir', dataDir)
  return async () => {
    try {
      await checkStatements(database.url, await runsAllApiTests(project))
    } finally {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
      if (socketDir) await rm(socketDir, { recursive: true, force: true })
    }
  }
}

/** Runs after the last test, when all statements have been recorded. */
async function checkStatements(url: string, areAll: boolean) {
  const client = new pg.Client({ connectionString: withDatabase(url, TEMPLATE) })
  await client.connect()
  try {
    await client.query('create extension pg_stat_statements')
    await assertStatementsRoutable(client, { areAll })
  } finally {
    await client.end()
  }
}

/** False for a subset of the tests, and for browser journeys. */
async function runsAllApiTests(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  const paths = new Set(project.vitest.state.getPaths())
  const isServer = project.config.root === path.join(import.meta.dirname, '../..')
  return isServer && !project.vitest.config.testNamePattern && testFiles.every((file) => paths.has(file))
}

/** The same database through the Unix socket: a round trip takes 27 µs of processor time instead of 34 by TCP. */
export function throughSocket(url: string, socketDir: string | null): string {
  if (!socketDir) return url
  const result = new URL(url)
  result.searchParams.set('host', socketDir)
  return result.href
}

export function withDatabase(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
