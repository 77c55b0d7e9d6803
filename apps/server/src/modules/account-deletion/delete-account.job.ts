import type pg from 'pg'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { DELETION_CONFLICTS, retryOnDeadlock } from '../../platform/database/deadlock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { DeletionDeps } from './deps.ts'
import { findDeletion } from './queries.ts'
import { tenantTables } from './tenant-tables.ts'

export const DELETE_ACCOUNT = 'delete-account'

/**
 * Deletes a business after its grace period: releases its numbers, ends its sessions, and deletes its files and all
 * rows. Safe to run twice: the rows are deleted last, in one transaction.
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

/** Deletes a business with all its data. The caller must have checked that it may be deleted. */
export async function eraseTenant(deps: DeletionDeps, tenantId: string): Promise<void> {
  const released = await releaseNumbers(deps, tenantId)
  await endSessions(deps, tenantId)
  // Delete files before rows: without the rows a retry wouldn't find what to delete.
  await deps.storage.deleteAll(`${tenantId}/`)
  await retryOnDeadlock(() => deleteRows(deps.database.owner, tenantId), DELETION_CONFLICTS)
  // The carrier may resell the numbers immediately, so drop their cached routes.
  for (const phoneNumber of released) await deps.findNumberRoute(phoneNumber, { skipCache: true })
}

/** Releases numbers on the environment's account. Numbers on the tenant's own account are theirs to keep. */
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

/** Deletes the rows of all tenant tables, as listed by the database catalog. */
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
