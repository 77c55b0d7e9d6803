import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { setSynced } from './choose-calendar.ts'
import { recordConnectionChanged } from './connect.ts'
import { disconnectSpec } from './job-specs.ts'
import { accessConnection, type ConnectionRow, findCalendars } from './queries.ts'
import { storeBusy } from './store-busy.ts'

/** Removes a connection: it no longer closes times, and a job deletes our events and ends the access. */
export async function disconnect(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  await removeConnection(tx, await accessConnection(tx, actor, id), actor)
}

async function removeConnection(
  tx: TenantTx,
  { id, name, userId }: Pick<ConnectionRow, 'id' | 'name' | 'userId'>,
  actor: { userId: string; displayName: string } | null,
): Promise<void> {
  for (const calendar of await findCalendars(tx, [id])) {
    await setSynced(tx, calendar.id, false)
    await storeBusy(tx, calendar, [], { isFull: true })
  }
  await tx
    .updateTable('calendarConnections')
    .set({ state: 'removing' })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await enqueue(tx, disconnectSpec(tx.tenantId, id))
  await recordConnectionChanged(tx, actor?.userId ?? userId)
  await recordAudit(tx, { action: 'calendar.disconnected', actor, subject: name, at: tx.now() })
}

/** Removes what a teammate who left connected, and their feeds. */
export async function disconnectMember(tx: TenantTx, userId: string): Promise<void> {
  const connections = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .where('state', '<>', 'removing')
    .select(['id', 'name', 'userId'])
    .forNoKeyUpdate()
    .execute()
  for (const connection of connections) await removeConnection(tx, connection, null)
  const feeds = await tx
    .deleteFrom('calendarFeeds')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .returning('id')
    .execute()
  for (const { id } of feeds)
    await tx
      .deleteFrom('directory.calendarFeeds')
      .where('tenantId', '=', tx.tenantId)
      .where('feedId', '=', id)
      .execute()
}
