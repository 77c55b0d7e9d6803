import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { StripeConfig } from '../../apps/server/src/platform/config.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { startThrowawayPostgres } from '../../apps/server/src/platform/database/throwaway.ts'
import { startChild } from './child.ts'

export const account = { accountSid: `AC${'b'.repeat(32)}`, authToken: 'benchmark-token-of-the-carrier' }

export interface Product {
  url: string
  /** Pid of the server process. */
  pid: number
  /** Connections of the database owner, which bypass row level security. */
  owner: pg.Pool
  databaseUrl: (name: string) => string
  stop: () => Promise<void>
}

export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

interface ProductOptions {
  /** Further empty databases. */
  databases?: string[]
  /** The carrier that texts are sent to; by default a closed port. */
  carrierUrl?: string
  stripe?: StripeConfig
  /** Google’s API and accounts. */
  googleUrl?: string
}

/** Starts the product in its own process on a PostgreSQL with fsync. */
export async function startProduct({
  databases = [],
  carrierUrl,
  stripe,
  googleUrl,
}: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-bench-'))
  await chmod(dataDir, 0o755)
  const postgres = await startThrowawayPostgres({ fsync: 'on', max_wal_size: '8GB' })
  const databaseUrl = (name: string) => postgres.url.replace(/\/postgres$/, `/${name}`)
  const admin = openPool(postgres.url)
  for (const name of ['product', ...databases]) await admin.query(`create database ${name}`)
  await admin.end()
  const owner = openPool(databaseUrl('product'))
  await migrate(owner)
  const product = await startChild('serve.ts', {
    databaseUrl: databaseUrl('product'),
    dataDir,
    carrierUrl,
    stripe,
    googleUrl,
    ...account,
  })
  return {
    url: product.line,
    pid: product.child.pid ?? 0,
    owner,
    databaseUrl,
    stop: async () => {
      await product.stop()
      await owner.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
