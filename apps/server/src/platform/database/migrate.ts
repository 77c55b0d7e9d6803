import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { StartError } from '../config.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const MIGRATION_LOCK = 7_368_422

/** Applies pending migrations. Safe to call from several processes at once. */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations({ pgPool: owner })
    await client.query(
      'create table if not exists public.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const newlyApplied: string[] = []
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (applied.has(name)) {
        if (applied.get(name) !== checksum)
          throw new StartError(`Migration ${name} was changed after it was applied. Add a new migration instead.`)
        continue
      }
      await client.query('begin')
      await client.query(text)
      await client.query('insert into public.migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      newlyApplied.push(name)
    }
    return newlyApplied
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
}
