import type { Media, ScheduledMessage, Translation } from '@frontdesk/contract/api'
import { toSid, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../../platform/database/database.ts'
import { forTenant } from '../../../platform/database/for-tenant.ts'
import type { DB } from '../../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../../platform/database/select-list.ts'
import { type ConversationRow, findVisibleConversations } from '../../conversations/index.ts'
import { type FileRow, toMedia } from '../../files/index.ts'
import { lockWithConversation } from '../../threads/index.ts'

const SCHEDULED_COLUMNS = selectList<{ s: DB['scheduledMessages'] }>()({
  id: 's.id',
  conversationId: 's.conversationId',
  viaId: 's.viaConversationId',
  quotedId: 's.quotedMessageId',
  authorUserId: 's.authorUserId',
  author: 's.author',
  body: 's.body',
  translation: computed<Translation | null>(() => 's.translation'),
  kind: 's.kind',
  state: 's.state',
  reasons: 's.reasons',
  sendAt: 's.sendAt',
  dueAt: 's.dueAt',
  timeZone: 's.timeZone',
  version: 's.version',
  createdAt: 's.createdAt',
  // The booking that it reminds of.
  bookingId: 's.bookingId',
  // The payment request or estimate that it carries.
  paymentId: 's.paymentId',
  // It is useless from then on; null: never.
  expiresAt: 's.expiresAt',
  media: computed<FileRow[]>(
    (tenant) => `coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'filename', f.filename, 'contentType', f.content_type, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height, 'state', f.state
    ) order by f.position)
    from files f where f.tenant_id = ${tenant} and f.scheduled_message_id = s.id
  ), '[]')`,
  ),
})

export type ScheduledRow = RowOf<typeof SCHEDULED_COLUMNS>

/** States in which a scheduled message can still be changed, sent and cancelled. */
export const OPEN_STATES: readonly ScheduledRow['state'][] = ['waiting', 'held', 'stopped']
export const isOpen = ({ state }: Pick<ScheduledRow, 'state'>): boolean => OPEN_STATES.includes(state)

export const toScheduledMessage = (row: ScheduledRow): ScheduledMessage => ({
  sid: toSid('IM', row.id),
  conversationSid: toSid('CH', row.conversationId),
  ...(row.viaId && { viaSid: toSid('CH', row.viaId) }),
  kind: row.kind,
  state: row.state,
  reasons: row.reasons,
  author: row.author,
  authorUserID: row.authorUserId,
  body: row.body,
  ...(row.translation && { translation: row.translation }),
  attachedMedia: row.media.map((file): Media => toMedia(file)),
  ...(row.paymentId && { paymentID: row.paymentId }),
  sendAt: row.sendAt,
  dueAt: row.dueAt,
  timeZone: row.timeZone,
  dateCreated: row.createdAt,
  version: row.version,
})

const columns = (tx: TenantTx) => forTenant(tx, SCHEDULED_COLUMNS.sql)

export async function findScheduled(tx: TenantTx, ids: string[]): Promise<ScheduledRow[]> {
  if (ids.length === 0) return []
  return runPrepared(
    tx,
    sql<ScheduledRow>`
    select ${columns(tx)} from scheduled_messages s
    where s.tenant_id = ${tx.tenantId} and s.id = any(${ids}::uuid[])`,
  )
}

/** Scheduled messages in conversations that the viewer may see: an unmerge may have moved them in the meantime. */
export async function findVisibleScheduled(tx: TenantTx, viewer: Viewer, ids: string[]): Promise<ScheduledRow[]> {
  const rows = await findScheduled(tx, ids)
  const conversationIds = rows.map(({ conversationId }) => conversationId)
  const visible = await findVisibleConversations(tx, viewer, conversationIds)
  return rows.filter(({ conversationId }) => visible.includes(conversationId))
}

/** Lists the waiting, held and stopped messages of a conversation, next one first. */
export async function listScheduled(tx: TenantTx, conversationId: string): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`
    select ${columns(tx)} from scheduled_messages s
    where s.tenant_id = ${tx.tenantId} and s.conversation_id = ${conversationId} and s.state in ('waiting', 'held', 'stopped')
    order by s.due_at, s.id limit 200`.execute(tx)
  return rows
}

export const lockScheduled = (
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
): Promise<{ row: ScheduledRow; conversation: ConversationRow } | undefined> =>
  lockWithConversation(tx, viewer, async () => (await findScheduled(tx, [id]))[0])
