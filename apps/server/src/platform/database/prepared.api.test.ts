import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

test('prepares the statements of a transaction again after a migration has changed their columns', async () => {
  const { tenantId } = await instance.createTenant()
  const { database } = instance.server
  const readAll = () =>
    database.inTenant({ tenantId, prepares: true }, async (tx) => {
      const { rows } = await sql`select * from changing_columns`.execute(tx)
      const { rows: prepared } = await sql`
        select from pg_prepared_statements where statement = 'select * from changing_columns'`.execute(tx)
      return { rows, isPrepared: prepared.length > 0 }
    })
  await database.owner.query(`create table changing_columns as select 1 as first`)
  try {
    await database.owner.query('grant select on changing_columns to frontdesk_app')
    expect(await readAll()).toEqual({ rows: [{ first: 1 }], isPrepared: true })
    await database.owner.query('alter table changing_columns add column second integer default 2')
    expect(await readAll()).toEqual({ rows: [{ first: 1, second: 2 }], isPrepared: true })
  } finally {
    await database.owner.query('drop table changing_columns')
  }
})

test('keeps a statement in use prepared while others come and go, prepares later ones, and frees the others', async () => {
  const { tenantId } = await instance.createTenant()
  const run = (texts: readonly string[]) =>
    instance.server.database.inTenant({ tenantId, prepares: true }, async (tx) => {
      for (const text of texts) await sql.raw(text).execute(tx)
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
      return rows.map(({ statement }) => statement)
    })
  const varied = Array.from({ length: 10 }, (_, round) =>
    Array.from({ length: 60 }, (_, index) => `select ${round} as round, ${index} as number`),
  )
  const [first = ''] = varied[0] ?? []
  expect(await run([first])).toContain(first)
  for (const texts of varied) await run(['select 1 as used', ...texts])
  const prepared = await run(['select 1 as later'])
  expect(prepared).toEqual(expect.arrayContaining(['select 1 as used', 'select 1 as later']))
  expect(prepared).not.toContain(first)
})
