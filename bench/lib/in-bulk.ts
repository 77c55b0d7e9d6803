import type { ClientBase, Pool } from 'pg'

/**
 * Fills tables with the checks of references off and their indexes asleep, which are made anew afterwards: a tenth of the
 * time, and the schema stays as the migrations made it. Nobody may change rows of these tables meanwhile.
 */
export async function inBulk(owner: Pool, tables: string[], fill: (client: ClientBase) => Promise<void>) {
  const client = await owner.connect()
  try {
    await client.query("set maintenance_work_mem = '1GB'")
    await client.query('set session_replication_role = replica')
    await client.query(
      'update pg_index set indisready = false, indisvalid = false where indrelid = any($1::text[]::regclass[])',
      [tables],
    )
    await fill(client)
    for (const table of tables) await client.query(`reindex table ${table}`)
  } finally {
    // Its settings are no other caller's.
    client.release(true)
  }
}
