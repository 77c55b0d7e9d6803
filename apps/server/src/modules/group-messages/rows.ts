import { type SkipReason, toSid, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { TEAM_ROOM } from '../../platform/realtime/realtime.ts'
import { atLocationRooms, ownRoom, seesEverything } from '../visibility/index.ts'

export type GroupMessageRow = Row<'groupMessages'>

/**
 * SQL: whether the viewer may see the group message `g`: those of their groups, their own, or all. Its recipients they
 * see as far as they see the contacts.
 */
export function isGroupMessageVisible(viewer: Viewer): RawBuilder<boolean> {
  if (seesEverything(viewer)) return sql<boolean>`true`
  const isHere =
    viewer.locationIds === null
      ? sql`true`
      : sql`(g.location_id is null or g.location_id = any(${[...viewer.locationIds]}::uuid[]))`
  return sql<boolean>`(g.author_user_id = ${viewer.userId} or (g.group_id is not null and ${isHere}))`
}

export const findVisibleGroupMessages = async (
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<GroupMessageRow[]> =>
  tx
    .selectFrom('groupMessages as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`g.id = any(${[...ids]}::uuid[])`)
    .where(isGroupMessageVisible(viewer))
    .selectAll('g')
    .execute()

/** The only way from an id to a group message. */
export async function accessGroupMessage(tx: TenantTx, viewer: Viewer, id: string): Promise<GroupMessageRow> {
  const [row] = await findVisibleGroupMessages(tx, viewer, [id])
  if (!row) throw new AppError('GroupMessageNotFound')
  return row
}

/** Loads and locks a group message, which waits for the batch that is being sent. */
export const lockGroupMessage = (tx: TenantTx, id: string): Promise<GroupMessageRow | undefined> =>
  tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function updateGroupMessage(
  tx: TenantTx,
  row: GroupMessageRow,
  values: Partial<Pick<GroupMessageRow, 'state' | 'stopReason' | 'finishedAt'>>,
): Promise<GroupMessageRow> {
  await tx
    .updateTable('groupMessages')
    .set(values)
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  return { ...row, ...values }
}

/** Sends the progress of a group message to open screens after the commit; they refetch what they may see. */
export function publishGroupMessage(tx: TenantTx, row: GroupMessageRow, eventId: string | null): void {
  const audience = row.groupId === null ? [] : row.locationId === null ? [TEAM_ROOM] : atLocationRooms(row.locationId)
  tx.publish([...audience, ownRoom(row.authorUserId)], {
    type: 'group-message.changed',
    id: eventId,
    at: tx.now(),
    groupMessageID: row.id,
    groupSid: row.groupId && toSid('GC', row.groupId),
  })
}

/** The outcome of one attempt to send to a recipient. */
export type RecipientResult =
  | { state: 'sent'; messageId: string; conversationId: string }
  | { state: 'held'; until: string }
  | { state: 'skipped'; reason: SkipReason }

export async function updateRecipient(
  tx: TenantTx,
  { groupMessageId, contactId }: { groupMessageId: string; contactId: string },
  result: RecipientResult,
): Promise<void> {
  await tx
    .updateTable('groupRecipients')
    .set({
      state: result.state,
      reason: result.state === 'skipped' ? result.reason : null,
      heldUntil: result.state === 'held' ? result.until : null,
      messageId: result.state === 'sent' ? result.messageId : null,
      handledAt: tx.now(),
    })
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .where('contactId', '=', contactId)
    .execute()
}
