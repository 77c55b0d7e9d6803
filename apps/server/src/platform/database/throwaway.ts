import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

/** Starts a PostgreSQL for checks, tests and benchmarks; `stop` deletes its data. */
export async function startThrowawayPostgres(
  settings: Record<string, string> = { fsync: 'off' },
): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-'))
  await chmod(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, settings })
  return {
    url: database.url,
    stop: async () => {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
