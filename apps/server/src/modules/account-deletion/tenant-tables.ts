import type pg from 'pg'

/** Lists all tenant tables, referencing tables before referenced ones, so that they can be emptied in this order. */
export async function tenantTables(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'directory'::regnamespace)
     order by 1`,
  )
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  )
  const remaining = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (remaining.size > 0) {
    const unreferenced = [...remaining].filter(
      (name) => !keys.some(({ from, to }) => to === name && remaining.has(from)),
    )
    if (unreferenced.length === 0) throw new Error(`Foreign keys form a cycle: ${[...remaining].join(', ')}`)
    for (const name of unreferenced) remaining.delete(name)
    ordered.push(...unreferenced)
  }
  return ordered
}
