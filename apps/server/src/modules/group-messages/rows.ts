import { type HoldReason, type LegalHoliday, type SkipReason, toSid, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { isInScope, ownRoom, roomsOfScope, seesEverything } from '../visibility/index.ts'

export type GroupMessageRow = Row<'groupMessages'>

/**
 * SQL: whether the viewer may see the group message `g`: those of their groups and campaigns, their own, or all. Its
 * recipients they see as far as they see the contacts.
 */
export function isGroupMessageVisible(viewer: Viewer): RawBuilder<boolean> {
  if (seesEverything(viewer)) return sql<boolean>`true`
  const isHere = isInScope(viewer, 'g.location_id')
  return sql<boolean>`(g.author_user_id = ${viewer.userId} or ((g.group_id is not null or g.campaign_id is not null) and ${isHere}))`
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

/** For jobs, which check no access. */
export const findGroupMessage = (tx: TenantTx, id: string): Promise<GroupMessageRow | undefined> =>
  tx.selectFrom('groupMessages').where('tenantId', '=', tx.tenantId).where('id', '=', id).selectAll().executeTakeFirst()

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
  values: Partial<
    Pick<
      GroupMessageRow,
      'state' | 'stopReason' | 'finishedAt' | 'isCollecting' | 'heartbeatAt' | 'outageEndedAt' | 'missedAction'
    >
  >,
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
  const isShared = row.groupId !== null || row.campaignId !== null
  const audience = isShared ? roomsOfScope(row.locationId) : []
  tx.publish([...audience, ownRoom(row.authorUserId)], changedEvent(tx, row, eventId))
}

/** Notifies the screens of users that the recipients of a message they read were counted. */
export const publishCounts = (tx: TenantTx, row: GroupMessageRow, userIds: readonly string[]): void =>
  tx.publish(userIds.map(ownRoom), changedEvent(tx, row, null))

const changedEvent = (tx: TenantTx, row: GroupMessageRow, eventId: string | null) => ({
  type: 'group-message.changed' as const,
  id: eventId,
  at: tx.now(),
  groupMessageID: row.id,
  groupSid: row.groupId && toSid('GC', row.groupId),
})

/** The outcome of one attempt to send to a recipient. */
export type RecipientResult =
  | { state: 'sent'; messageId: string; conversationId: string; segments: number }
  | {
      state: 'held'
      until: string
      reason: HoldReason | 'scheduled' | 'missed' | 'number-limit' | 'brand-limit'
      holiday?: LegalHoliday | undefined
    }
  | { state: 'skipped'; reason: SkipReason }

/** Stores the outcomes of a batch. */
export async function updateRecipients(
  tx: TenantTx,
  groupMessageId: string,
  results: ReadonlyMap<string, RecipientResult>,
): Promise<void> {
  const values = [...results].map(([contactId, result]) => ({
    contact_id: contactId,
    state: result.state,
    reason: result.state === 'sent' ? null : result.reason,
    held_until: result.state === 'held' ? result.until : null,
    held_holiday: result.state === 'held' ? result.holiday : null,
    message_id: result.state === 'sent' ? result.messageId : null,
  }))
  await sql`
    update group_recipients r set
      state = w.state, reason = w.reason, held_until = w.held_until, held_holiday = w.held_holiday,
      message_id = w.message_id, handled_at = ${tx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      contact_id uuid, state text, reason text, held_until timestamptz, held_holiday text, message_id uuid
    )
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${groupMessageId} and r.contact_id = w.contact_id
      and r.contact_id = any(${[...results.keys()]}::uuid[])`.execute(tx)
}

/** At most this many texts of a group message wait for the carrier. */
export const QUEUED_MAX = 500

/** SQL: whether a held recipient gets the message at `held_until`, without waiting for a decision. */
export const IS_NOT_MISSED = sql<boolean>`reason <> 'missed'`

/** SQL: whether the text `m` waits for the carrier and can be withdrawn. One with an id of the carrier was accepted. */
export const IS_WITHDRAWABLE = sql<boolean>`m.delivery_status = 'queued' and m.provider_sid is null`

/** The latest texts that were written, more of them than may wait for the carrier. */
export const latestSent = (tx: TenantTx, groupMessageId: string) =>
  tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('groupRecipients as r')
        .where('r.tenantId', '=', tx.tenantId)
        .where('r.groupMessageId', '=', groupMessageId)
        .where('r.state', '=', 'sent')
        .orderBy('r.handledAt', 'desc')
        .limit(2 * QUEUED_MAX)
        .select(['r.messageId', 'r.handledAt'])
        .as('r'),
    )
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'r.messageId'))
