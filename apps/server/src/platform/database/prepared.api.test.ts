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
