import type pg from 'pg'

/** Every table that holds rows of tenants, in an order in which they can be emptied: who refers to another one first. */
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
  const left = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((name) => !keys.some(({ from, to }) => to === name && left.has(from)))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered
}
