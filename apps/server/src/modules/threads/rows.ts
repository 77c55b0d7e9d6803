import type {
  BookingDetails,
  LinkPreview,
  LogUpdate,
  Message,
  NoteDetails,
  PaymentDetails,
  Quote,
  Reaction,
  Translation,
} from '@frontdesk/contract/api'
import { QUOTE_MAX, toSid } from '@frontdesk/contract/rules'
import type { DB } from '../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../platform/database/select-list.ts'
import { type FileRow, toMedia } from '../files/index.ts'

/** The attributes of a message besides its text, by type; see MESSAGE_KINDS of the contract. */
export interface MessageData {
  update?: LogUpdate
  /** A text of the contact that was deleted: they replied nevertheless. */
  wasInbound?: true
  note?: NoteDetails
  booking?: BookingDetails
  payment?: PaymentDetails
  reactions?: Reaction[]
  reaction?: { emoji: string; isRemoved: boolean; messageSid: string }
  /** The quoted message. */
  quote?: { id: string }
  linkPreview?: LinkPreview
  translation?: Translation
}

/** The quoted message as it is now; null if it is no longer in this thread. */
interface QuoteRow {
  id: string
  index: number
  type: string
  author: string
  isOutgoing: boolean
  text: string
}

const toQuote = ({ id, type, isOutgoing, ...rest }: QuoteRow): Quote => ({
  ...rest,
  sid: toSid('IM', id),
  isOutgoingMessage: isOutgoing,
  isDeleted: type === 'update',
})

/** A message `m`. */
export const MESSAGE_COLUMNS = selectList<{ m: DB['messages'] }>()({
  id: 'm.id',
  conversationId: 'm.conversationId',
  // The merged conversation whose number pair it belongs to.
  viaId: 'm.viaConversationId',
  index: 'm.index',
  type: 'm.type',
  isOutgoing: 'm.isOutgoing',
  authorUserId: 'm.authorUserId',
  author: 'm.author',
  body: 'm.body',
  data: computed<MessageData | null>(() => 'm.data'),
  deliveryStatus: 'm.deliveryStatus',
  errorCode: 'm.errorCode',
  errorReason: 'm.errorReason',
  canRetry: 'm.canRetry',
  // Whether a teammate dismissed its failure.
  isHandled: computed<boolean>(() => 'm.dismissed_at is not null'),
  segments: 'm.segments',
  version: 'm.version',
  createdAt: 'm.createdAt',
  // Null if it is no longer in this thread.
  quote: computed<QuoteRow | null>(
    (tenant) => `case when m.data ? 'quote' then (
    select jsonb_build_object('id', q.id, 'index', q.index, 'type', q.type, 'author', q.author, 'isOutgoing', q.is_outgoing, 'text', left(q.body, ${QUOTE_MAX}))
    from messages q
    where q.tenant_id = ${tenant} and q.id = (m.data -> 'quote' ->> 'id')::uuid and q.conversation_id = m.conversation_id
  ) end`,
  ),
  media: computed<FileRow[]>(
    (tenant) => `coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'filename', f.filename, 'contentType', f.content_type, 'byteSize', f.byte_size, 'width', f.width, 'height', f.height, 'state', f.state
    ) order by f.position)
    from files f where f.tenant_id = ${tenant} and f.message_id = m.id
  ), '[]')`,
  ),
  seenBy: computed<{ userId: string; displayName: string }[]>(
    (tenant) => `coalesce((
    select jsonb_agg(jsonb_build_object('userId', s.user_id, 'displayName', su.display_name) order by s.seen_at)
    from message_seen s join users su on su.tenant_id = ${tenant} and su.id = s.user_id
    where s.tenant_id = ${tenant} and s.message_id = m.id
  ), '[]')`,
  ),
})

export type MessageRow = RowOf<typeof MESSAGE_COLUMNS>

/** A message as it is right after it was stored. */
export const newMessage = (
  values: Partial<MessageRow> &
    Pick<MessageRow, 'id' | 'conversationId' | 'index' | 'type' | 'isOutgoing' | 'author' | 'createdAt'>,
): MessageRow => ({
  viaId: null,
  authorUserId: null,
  body: '',
  data: null,
  deliveryStatus: null,
  errorCode: null,
  errorReason: null,
  canRetry: false,
  isHandled: false,
  segments: null,
  version: 1,
  quote: null,
  media: [],
  seenBy: [],
  ...values,
})

const publicData = ({ quote: _reference, wasInbound: _wasInbound, ...data }: MessageData = {}) => data

export const toMessage = (row: MessageRow): Message => ({
  sid: toSid('IM', row.id),
  conversationSid: toSid('CH', row.conversationId),
  index: row.index,
  ...(row.viaId && { viaSid: toSid('CH', row.viaId) }),
  author: row.author,
  authorUserID: row.authorUserId,
  body: row.body,
  dateCreated: row.createdAt,
  attachedMedia: row.media.map(toMedia),
  deliveryStatus: row.deliveryStatus,
  deliveryError:
    row.errorReason === null
      ? null
      : {
          code: row.errorCode,
          reason: row.errorReason,
          canRetry: row.canRetry,
          isHandled: row.isHandled,
        },
  segments: row.segments,
  // The operations that insert messages write the data of each type; the output schema of the contract validates it.
  attributes: {
    type: row.type,
    isOutgoingMessage: row.isOutgoing,
    seenBy: row.seenBy,
    ...publicData(row.data ?? undefined),
    ...(row.quote && { quote: toQuote(row.quote) }),
  } as Message['attributes'],
  version: row.version,
})

/** One line of the inbox for a message. */
export const preview = (body: string, mediaTypes: string[]): string => {
  // Don't cut a surrogate pair in half.
  const line = body
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160)
    .replace(/[\ud800-\udbff]$/, '')
  if (line || mediaTypes.length === 0) return line
  const kinds = new Set(mediaTypes.map((type) => type.split('/')[0]))
  const [kind] = kinds
  if (kinds.size > 1 || !kind) return '📎'
  return ({ image: '📷', video: '🎬', audio: '🎙️' } as Record<string, string>)[kind] ?? '📎'
}
