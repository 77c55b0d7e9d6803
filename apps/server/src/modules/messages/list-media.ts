import { toSid } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { type FileRow, toMedia } from '../files/index.ts'

interface MediaItem {
  messageId: string
  index: number
  createdAt: string
  file: FileRow
}

export const toMediaItem = ({ messageId, index, createdAt, file }: MediaItem) => ({
  messageSid: toSid('IM', messageId),
  index,
  dateCreated: createdAt,
  media: toMedia(file),
})

/** Lists media of a conversation, newest first. Pages break between messages only. */
export async function listMedia(
  tx: TenantTx,
  conversationId: string,
  { beforeIndex, pageSize }: { beforeIndex?: number | undefined; pageSize: number },
): Promise<{ items: MediaItem[]; hasMore: boolean }> {
  const newestFirst = tx
    .selectFrom('messages as m')
    .where('m.tenantId', '=', tx.tenantId)
    .where('m.conversationId', '=', conversationId)
    .where('m.type', 'not in', ['text', 'note', 'update'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files as f')
          .where('f.tenantId', '=', tx.tenantId)
          .whereRef('f.messageId', '=', 'm.id')
          .where('f.state', '=', 'stored'),
      ),
    )
    .orderBy('m.index', 'desc')
    .limit(pageSize + 1)
    .select(['m.id', 'm.index', 'm.createdAt'])
  const messages = await (beforeIndex === undefined
    ? newestFirst
    : newestFirst.where('m.index', '<', beforeIndex)
  ).execute()
  const page = messages.slice(0, pageSize)
  if (page.length === 0) return { items: [], hasMore: false }
  const files = await tx
    .selectFrom('files')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'messageId',
      'in',
      page.map(({ id }) => id),
    )
    .where('state', '=', 'stored')
    .orderBy('position')
    .select(['messageId', 'id', 'filename', 'contentType', 'byteSize', 'width', 'height', 'state'])
    .execute()
  return {
    items: page.flatMap(({ id, index, createdAt }) =>
      files.filter(({ messageId }) => messageId === id).map((file) => ({ messageId: id, index, createdAt, file })),
    ),
    hasMore: messages.length > pageSize,
  }
}
