import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const instance = await sharedTestInstance()

test('retries the aborted transaction of a deadlock', async () => {
  const { tenantId, owner, createUser } = await instance.createTenant()
  const ids = [owner.auth.userId, (await createUser('Manager')).auth.userId]
  let attempts = 0
  let present = 0
  let letGo = () => {}
  const bothHold = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const rename = (first: string | undefined, second: string | undefined, suffix: string) =>
    instance.server.database.inTenant({ tenantId }, async (tx) => {
      attempts += 1
      const change = (id = '') =>
        sql`update users set display_name = display_name || ${suffix} where tenant_id = ${tenantId} and id = ${id}`.execute(
          tx,
        )
      await change(first)
      present += 1
      if (present === 2) letGo()
      await bothHold
      await change(second)
    })
  await Promise.all([rename(ids[0], ids[1], '-a'), rename(ids[1], ids[0], '-b')])
  expect(attempts).toBe(3)
  const users = await instance.server.database.inTenant({ tenantId }, (tx) =>
    tx.selectFrom('users').where('tenantId', '=', tenantId).select('displayName').execute(),
  )
  expect(users).toHaveLength(2)
  for (const suffix of ['-a', '-b'])
    expect(users.filter(({ displayName }) => displayName.split(suffix).length === 2)).toHaveLength(2)
})
