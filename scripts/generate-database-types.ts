import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { startThrowawayPostgres } from '../apps/server/src/platform/database/throwaway.ts'
import { findColumnTypes } from './column-types.ts'

// Generates the row types from a freshly migrated database; --verify only checks that they are up to date.

const outFile = path.resolve(import.meta.dirname, '../apps/server/src/platform/database/schema.gen.ts')
const database = await startThrowawayPostgres()
try {
  const pool = new pg.Pool({ connectionString: database.url })
  await migrate(pool)
  const columns = await findColumnTypes(pool)
  await pool.end()
  const { stdout } = await promisify(execFile)('kysely-codegen', [
    '--dialect=postgres',
    `--url=${database.url}`,
    `--out-file=${outFile}`,
    '--camel-case',
    '--date-parser=string',
    '--type-mapping={"timestamptz":"string"}',
    `--overrides=${JSON.stringify({ columns })}`,
    '--exclude-pattern={graphile_worker.*,public.migrations}',
    ...(process.argv.includes('--verify') ? ['--verify'] : []),
  ])
  process.stdout.write(stdout)
} catch (error) {
  const output = error instanceof Error && 'stderr' in error ? error.stderr : undefined
  console.error(output || error)
  process.exitCode = 1
} finally {
  await database.stop()
}
