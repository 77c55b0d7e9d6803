import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type FileRow, toMedia } from '../files/index.ts'

/** Lists media of a conversation, newest first. Pages break between messages only. */
export async function listMedia(
  tx: TenantTx,
  conversationId: string,
  { beforeIndex, pageSize }: { beforeIndex?: number | undefined; pageSize: number },
) {
  const { rows } = await sql<FileRow & { messageId: string; index: number; createdAt: string; messages: number }>`
    with page as materialized (
      select m.id, m.index, m.created_at from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.type not in ('text', 'note', 'update')
        ${beforeIndex === undefined ? sql`` : sql`and m.index < ${beforeIndex}`}
        and exists (select from files f where f.tenant_id = ${tx.tenantId} and f.message_id = m.id and f.state = 'stored')
      order by m.index desc limit ${pageSize + 1}
    )
    select p.id as "messageId", p.index, p.created_at, (select count(*)::int from page) as messages, f.id, f.filename,
      f.content_type, f.byte_size, f.width, f.height, f.state
    from (select * from page order by index desc limit ${pageSize}) p
    join files f on f.tenant_id = ${tx.tenantId} and f.message_id = p.id and f.state = 'stored'
    order by p.index desc, f.position`.execute(tx)
  return {
    items: rows.map((row) => ({
      messageSid: toSid('IM', row.messageId),
      index: row.index,
      dateCreated: row.createdAt,
      media: toMedia(row),
    })),
    hasMore: (rows[0]?.messages ?? 0) > pageSize,
  }
}
