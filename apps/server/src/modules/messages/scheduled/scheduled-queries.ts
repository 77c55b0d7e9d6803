import type { Conversation, Media, ScheduledMessage, Translation } from '@frontdesk/contract/api'
import { type StopReason, toSid, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { lockWithConversation } from '../../conversations/index.ts'
import { type FileRow, toMedia } from '../../files/index.ts'

export interface ScheduledRow {
  id: string
  conversationId: string
  viaId: string | null
  quotedId: string | null
  authorUserId: string | null
  author: string
  body: string
  translation: Translation | null
  kind: ScheduledMessage['kind']
  state: ScheduledMessage['state']
  reasons: StopReason[]
  sendAt: string
  dueAt: string
  timeZone: string
  version: number
  createdAt: string
  media: FileRow[]
}

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
  sendAt: row.sendAt,
  dueAt: row.dueAt,
  timeZone: row.timeZone,
  dateCreated: row.createdAt,
  version: row.version,
})

const columns = (tx: TenantTx) => sql`
  s.id, s.conversation_id as "conversationId", s.via_conversation_id as "viaId", s.quoted_message_id as "quotedId", s.author_user_id as "authorUserId", s.author, s.body, s.translation, s.kind, s.state, s.reasons,
  s.send_at as "sendAt", s.due_at as "dueAt", s.time_zone as "timeZone", s.version, s.created_at as "createdAt",
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'filename', f.filename, 'contentType', f.content_type, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height, 'state', f.state
    ) order by f.position)
    from files f where f.tenant_id = ${tx.tenantId} and f.scheduled_message_id = s.id
  ), '[]') as media`

export async function findScheduled(tx: TenantTx, ids: string[]): Promise<ScheduledRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ScheduledRow>`
    select ${columns(tx)} from scheduled_messages s
    where s.tenant_id = ${tx.tenantId} and s.id = any(${ids}::uuid[])`.execute(tx)
  return rows
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
): Promise<{ row: ScheduledRow; conversation: Conversation } | undefined> =>
  lockWithConversation(tx, viewer, async () => (await findScheduled(tx, [id]))[0])
