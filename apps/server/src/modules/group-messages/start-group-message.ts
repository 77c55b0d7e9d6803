import { BULK_MAX, can, type GroupMessageKind, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { groupMessageChanged } from './events.ts'
import { type GroupMessageRow, lockGroupMessage, publishGroupMessage } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

export interface NewGroupMessage {
  /** The client's id. */
  id: string
  kind: GroupMessageKind
  group: { id: string; name: string } | null
  /** Whose number sends; null: the number last used with each contact. */
  locationId: string | null
  body: string
  /** Selects the ids of the contacts. */
  contacts: RawBuilder<unknown>
}

/** Whether a teammate may send a message to so many contacts. */
export const maySendTo = (viewer: Viewer, recipients: number): boolean =>
  recipients <= 1 || can(viewer, 'campaigns_send_bulk_messages')

/**
 * Stores a group message and its present recipients; a job sends it. A repeated request returns the existing
 * message.
 */
export async function startGroupMessage(
  tx: TenantTx,
  author: Person,
  { id, kind, group, locationId, body, contacts }: NewGroupMessage,
): Promise<GroupMessageRow> {
  const at = tx.now()
  const inserted = await tx
    .insertInto('groupMessages')
    .values({
      tenantId: tx.tenantId,
      id,
      kind,
      groupId: group?.id ?? null,
      groupName: group?.name ?? null,
      locationId,
      body,
      authorUserId: author.userId,
      author: author.displayName,
      total: 0,
      startedAt: at,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return lockRepeated(tx, author, { id, kind, groupId: group?.id ?? null, body })
  const { numAffectedRows } = await sql`
    insert into group_recipients (tenant_id, group_message_id, contact_id)
    select ${tx.tenantId}::uuid, ${id}::uuid, w.id from (${contacts}) w`.execute(tx)
  const total = Number(numAffectedRows ?? 0)
  if (total === 0) throw new AppError('NoRecipients')
  if (total > BULK_MAX) throw new AppError('TooManyContacts', { most: BULK_MAX })
  const row = await tx
    .updateTable('groupMessages')
    .set({ total })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(tx, sendGroupMessageSpec(tx.tenantId, id))
  await recordGroupMessageChanged(tx, row, author)
  if (total > 1)
    await recordAudit(tx, {
      action: 'group-message.sent',
      actor: author,
      subject: group?.name ?? 'Selected contacts',
      data: { recipients: total, kind },
      locationIDs: locationId === null ? null : [locationId],
      at,
    })
  return row
}

/** Locked as by the job, so that a caller that continues to send does not send a batch of the job again. */
async function lockRepeated(
  tx: TenantTx,
  author: Person,
  request: Pick<GroupMessageRow, 'id' | 'kind' | 'groupId' | 'body'>,
): Promise<GroupMessageRow> {
  const existing = await lockGroupMessage(tx, request.id)
  const isSame =
    existing?.authorUserId === author.userId &&
    existing.kind === request.kind &&
    existing.groupId === request.groupId &&
    existing.body === request.body
  if (!isSame) throw new AppError('ClientMessageIdReused')
  return existing
}

/** Records that a group message started or ended, and publishes it to open screens. */
export async function recordGroupMessageChanged(
  tx: TenantTx,
  row: GroupMessageRow,
  by: Pick<Viewer, 'userId'> | null,
): Promise<void> {
  const eventId = await groupMessageChanged.record(tx, {
    at: tx.now(),
    actorUserId: by?.userId,
    data: { groupMessageID: row.id },
  })
  publishGroupMessage(tx, row, eventId)
}
