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
  const renames: Promise<unknown>[] = []
  const rename = (first: string | undefined, second: string | undefined, suffix: string) =>
    instance.server.database.inTenant({ tenantId }, async (tx) => {
      attempts += 1
      // Otherwise the retry could lock the released row before the other transaction wakes up, which is another
      // deadlock.
      if (attempts > 2) await Promise.race(renames)
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
  renames.push(rename(ids[0], ids[1], '-a'), rename(ids[1], ids[0], '-b'))
  await Promise.all(renames)
  expect(attempts).toBe(3)
  const users = await instance.server.database.inTenant({ tenantId }, (tx) =>
    tx.selectFrom('users').where('tenantId', '=', tenantId).select('displayName').execute(),
  )
  expect(users).toHaveLength(2)
  for (const suffix of ['-a', '-b'])
    expect(users.filter(({ displayName }) => displayName.split(suffix).length === 2)).toHaveLength(2)
})
