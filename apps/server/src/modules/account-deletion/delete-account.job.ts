import type pg from 'pg'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { againAfterDeadlock, DELETION_CONFLICTS } from '../../platform/database/deadlock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { DeletionDeps } from './deps.ts'
import { findDeletion } from './queries.ts'
import { tenantTables } from './tenant-tables.ts'

export const DELETE_ACCOUNT = 'delete-account'

/**
 * Deletes a business whose days of grace are over: its numbers go back to the carrier, its sessions end, its files and
 * every row of every table go. Safe to run twice: what is gone is gone, and the rows go last and all at once.
 */
export const deleteAccount = defineJob({
  name: DELETE_ACCOUNT,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (deps: DeletionDeps, { tenantId }) => {
    const deletion = await deps.inTenant({ tenantId }, findDeletion)
    if (!deletion || isAfter(deletion.deleteAfter, deps.now())) return
    await eraseTenant(deps, tenantId)
  },
})

/** Takes a business away with all it has. Whoever calls it has made sure that it may go. */
export async function eraseTenant(deps: DeletionDeps, tenantId: string): Promise<void> {
  const released = await releaseNumbers(deps, tenantId)
  await endSessions(deps, tenantId)
  // Before the rows: once they are gone, a retry no longer finds what to delete.
  await deps.storage.deleteAll(`${tenantId}/`)
  await againAfterDeadlock(() => deleteRows(deps.database.owner, tenantId), DELETION_CONFLICTS)
  // The carrier may sell them again at once; nobody's texts may look for whom they belonged to.
  for (const phoneNumber of released) await deps.findNumberRoute(phoneNumber, { skipCache: true })
}

/** Numbers on our account go back; those on an account of their own are theirs to keep. */
async function releaseNumbers(deps: DeletionDeps, tenantId: string): Promise<string[]> {
  const account = deps.sharedAccount()
  if (!account) return []
  const numbers = await deps.inTenant({ tenantId }, (tx) =>
    tx
      .selectFrom('phoneNumbers')
      .where('tenantId', '=', tx.tenantId)
      .where('messagingAccountId', 'is', null)
      .select(['providerSid', 'phoneNumber'])
      .execute(),
  )
  for (const { providerSid } of numbers) await deps.carrier.releaseNumber(account, providerSid)
  return numbers.map(({ phoneNumber }) => phoneNumber)
}

async function endSessions({ database, endSession, now }: DeletionDeps, tenantId: string): Promise<void> {
  const ended = await database.directory
    .updateTable('directory.sessions')
    .set({ revokedAt: now() })
    .where('tenantId', '=', tenantId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) endSession(id)
}

/** Which tables there are is asked of the database itself, so that none is forgotten. */
async function deleteRows(owner: pg.Pool, tenantId: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId])
    const { rows: logins } = await client.query<{ id: string }>(
      'select login_id as id from directory.memberships where tenant_id = $1',
      [tenantId],
    )
    for (const table of await tenantTables(client)) {
      await client.query(`delete from ${table} where tenant_id = $1`, [tenantId])
    }
    await client.query(
      `delete from directory.logins l where id = any($1)
         and not exists (select from directory.memberships m where m.login_id = l.id)`,
      [logins.map(({ id }) => id)],
    )
    await client.query('update directory.maintenances set tenant_ids = array_remove(tenant_ids, $1)', [tenantId])
    await client.query(
      "delete from graphile_worker._private_jobs where payload ->> 'tenantId' = $1 and locked_at is null",
      [tenantId],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
