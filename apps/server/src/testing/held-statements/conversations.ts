import type { NumberPair } from '../../modules/conversations/insert-conversations.ts'
import type { OwnColumns } from '../../modules/conversations/queries.ts'
import type { ConversationColumns } from '../../modules/conversations/rows.ts'
import type { NextMessage } from '../../modules/messages/outbound/claim-messages.ts'
import type { ScheduledRow } from '../../modules/messages/scheduled/scheduled-queries.ts'
import type { HitRow } from '../../modules/search/search-messages.ts'
import type { MessageRow } from '../../modules/threads/index.ts'
import type { SummaryRow } from '../../modules/timeline/summary.ts'
import type { CountRow } from '../../modules/totals/index.ts'
import type { ColumnTypes } from '../column-types.ts'
import { type HeldStatement, hold } from './hold.ts'

const CONVERSATION: ColumnTypes<ConversationColumns> = {
  tenantId: 'uuid',
  id: 'uuid',
  contactId: 'uuid',
  contactRowId: 'uuid',
  contactPhone: 'text',
  tenantPhone: 'text',
  locationId: 'uuid',
  assigneeId: 'uuid',
  assigneeName: 'text',
  isClosed: 'bool',
  folder: 'text',
  statusKey: 'text',
  unreadMessages: 'int4',
  latestIndex: 'int4',
  latestMessage: 'text',
  latestMessageAt: 'timestamptz',
  latestIsOutgoing: 'bool',
  latestDeliveryStatus: 'text',
  latestAuthor: 'text',
  latestAuthorUserId: 'uuid',
  friendlyName: 'text',
  sortedAt: 'timestamptz',
  nextScheduledAt: 'timestamptz',
  version: 'int4',
  contactName: 'text',
  contactEmail: 'citext',
  contactCountry: 'text',
  contactBirthDate: 'date',
  contactTags: '_text',
  contactLabels: '_text',
  contactLocationId: 'uuid',
  contactSource: 'text',
  contactLineType: 'text',
  contactLanguage: 'text',
  contactCreatedAt: 'timestamptz',
  isSnoozed: 'bool',
  snoozedUntil: 'timestamptz',
  needsAnswerSince: 'timestamptz',
  isBlocked: 'bool',
  isOptedOut: 'bool',
  isContactRestricted: 'bool',
  createdAt: 'timestamptz',
  folderName: 'text',
  statusName: 'text',
  merged: 'jsonb',
}

const NUMBER_PAIR: ColumnTypes<NumberPair> = { contactPhone: 'text', tenantPhone: 'text' }

const LIST: ColumnTypes<OwnColumns> = { ...CONVERSATION, draft: 'text', isMarkedUnread: 'bool' }

const MESSAGE: ColumnTypes<MessageRow> = {
  id: 'uuid',
  conversationId: 'uuid',
  viaId: 'uuid',
  index: 'int4',
  type: 'text',
  isOutgoing: 'bool',
  authorUserId: 'uuid',
  author: 'text',
  body: 'text',
  data: 'jsonb',
  deliveryStatus: 'text',
  errorCode: 'int4',
  errorReason: 'text',
  canRetry: 'bool',
  isHandled: 'bool',
  segments: 'int4',
  version: 'int4',
  createdAt: 'timestamptz',
  quote: 'jsonb',
  media: 'jsonb',
  seenBy: 'jsonb',
}

const COUNTS: ColumnTypes<CountRow & { deltas: number }> = {
  locationId: 'uuid',
  toUserId: 'uuid',
  folder: 'text',
  statusKey: 'text',
  isClosed: 'bool',
  isSnoozed: 'bool',
  isWaiting: 'bool',
  isUnread: 'bool',
  n: 'int4',
  deltas: 'int4',
}

const SCHEDULED: ColumnTypes<ScheduledRow> = {
  id: 'uuid',
  conversationId: 'uuid',
  viaId: 'uuid',
  quotedId: 'uuid',
  authorUserId: 'uuid',
  author: 'text',
  body: 'text',
  translation: 'jsonb',
  kind: 'text',
  state: 'text',
  reasons: '_text',
  sendAt: 'timestamptz',
  dueAt: 'timestamptz',
  timeZone: 'text',
  version: 'int4',
  createdAt: 'timestamptz',
  paymentId: 'uuid',
  bookingId: 'uuid',
  expiresAt: 'timestamptz',
  media: 'jsonb',
}

const HIT: ColumnTypes<HitRow> = {
  id: 'uuid',
  conversationId: 'uuid',
  index: 'int4',
  type: 'text',
  author: 'text',
  isOutgoing: 'bool',
  createdAt: 'timestamptz',
  headline: 'text',
}

export const CONVERSATIONS: HeldStatement[] = [
  hold<ConversationColumns & { eventId: string; messageId: string; fromLocationId: string; fromUserId: string | null }>(
    'changes/change-conversations.ts ConversationColumns & { eventId, messageId, fromLocationId, fromUserId }',
    /as "fromUserId"/,
    { ...CONVERSATION, eventId: 'int8', messageId: 'uuid', fromLocationId: 'uuid', fromUserId: 'uuid' },
  ),
  hold<{ open: number }>('changes/change-conversations.ts { open }', /as open from changed/, { open: 'int4' }),
  hold<OwnColumns>(
    'conversations/list-conversations.ts OwnColumns',
    / as draft\b[\s\S]* from \(\s*select c\.\* /,
    LIST,
  ),
  hold<Pick<ConversationColumns, 'id'>>(
    'conversations/list-conversations.ts Pick<ConversationColumns, id>',
    /^select c\.id from \(\s*select c\.\*/,
    {
      id: 'uuid',
    },
  ),
  hold<Pick<CountRow, 'n'>>(
    'conversations/list-conversations.ts Pick<CountRow, n>',
    /as n from conversation_counts n\s+where/,
    {
      n: 'int4',
    },
  ),
  hold<Pick<CountRow, 'n'>>(
    'conversations/list-conversations.ts Pick<CountRow, n>',
    /select count\(\*\)::int as n from conversations c where/,
    { n: 'int4' },
  ),
  hold<ConversationColumns>(
    'conversations/queries.ts ConversationColumns',
    /as "merged" from conversations c[\s\S]* c\.id = \$/,
    CONVERSATION,
  ),
  hold<ConversationColumns>(
    'conversations/queries.ts ConversationColumns',
    /as "merged" from conversations c[\s\S]* c\.id = any/,
    CONVERSATION,
  ),
  hold<OwnColumns>(
    'conversations/queries.ts OwnColumns',
    / as draft\b[\s\S]* from conversations c\s[\s\S]* c\.id = \$\d+ and/,
    LIST,
  ),
  hold<OwnColumns>(
    'conversations/queries.ts OwnColumns',
    /c\.id in \(\s+select o\.id[\s\S]*order by c\.sorted_at desc, c\.id limit 100/,
    LIST,
  ),
  hold<{ id: string; mergedAt: string; formerRow: object; mergedInto: string; hasLiftedRestriction: boolean }>(
    'merging/unmerge-conversation.ts MergedRow',
    /as "formerRow"/,
    { id: 'uuid', mergedAt: 'timestamptz', formerRow: 'jsonb', mergedInto: 'uuid', hasLiftedRestriction: 'bool' },
  ),
  hold<{ id: string; latestIndex: number; hasBookingOffer: boolean }>(
    'messages/outbound/write-message.ts Advanced',
    /select c\.id, c\.latest_index as "latestIndex", c\.has_booking_offer as "hasBookingOffer" from changed c/,
    { id: 'uuid', latestIndex: 'int4', hasBookingOffer: 'bool' },
  ),
  hold<{ messageId: string }>(
    'messages/outbound/delivery-rows.ts { messageId }',
    /returning w\.message_id as "messageId"/,
    { messageId: 'uuid' },
  ),
  hold<NextMessage>('messages/outbound/claim-messages.ts NextMessage', /as "claimedByJob"/, {
    id: 'uuid',
    conversationId: 'uuid',
    viaConversationId: 'uuid',
    type: 'text',
    body: 'text',
    deliveryStatus: 'text',
    claimedByJob: 'int8',
    purpose: 'text',
    isMarketing: 'bool',
    authorUserId: 'uuid',
    notBefore: 'timestamptz',
    createdAt: 'timestamptz',
    isExpectedReply: 'bool',
  }),
  hold<NumberPair & { id: string; intoId: string }>(
    'conversations/insert-conversations.ts NumberPair & { id, intoId }',
    /select v\.id, v\.into_id as "intoId"/,
    { ...NUMBER_PAIR, id: 'uuid', intoId: 'uuid' },
  ),
  hold<NumberPair & { id: string }>(
    'conversations/insert-conversations.ts NumberPair & { id }',
    /select c\.id, c\.contact_phone as "contactPhone", c\.tenant_phone as "tenantPhone" from unnest/,
    { ...NUMBER_PAIR, id: 'uuid' },
  ),
  hold<NumberPair & { id: string }>(
    'conversations/insert-conversations.ts NumberPair & { id }',
    /insert into conversations \([\s\S]*returning id, contact_phone as "contactPhone"/,
    { ...NUMBER_PAIR, id: 'uuid' },
  ),
  hold<{ id: string }>(
    'messages/scheduled/publish-scheduled.ts { id }',
    /next_scheduled_at is distinct from s\.next\s+returning c\.id/,
    { id: 'uuid' },
  ),
  hold<ScheduledRow>(
    'messages/scheduled/scheduled-queries.ts ScheduledRow',
    /from scheduled_messages s\s+where s\.tenant_id = \$\d+ and s\.id = any/,
    SCHEDULED,
  ),
  hold<ScheduledRow>(
    'messages/scheduled/scheduled-queries.ts ScheduledRow',
    /s\.state in \('waiting', 'held', 'stopped'\)\s+order by s\.due_at/,
    SCHEDULED,
  ),
  hold<HitRow & { recent: number; older: number }>(
    'search/search-messages.ts { recent, older } & (HitRow | { id })',
    /search\.messages_with\(/,
    {
      ...HIT,
      recent: 'int4',
      older: 'int4',
    },
  ),
  hold<MessageRow>('threads/queries.ts MessageRow', /cross join lateral \(\s+select \* from messages m/, MESSAGE),
  hold<MessageRow>(
    'threads/queries.ts MessageRow',
    /m\.id = any\(array\(select .+\)\)\s+order by m\.conversation_id, m\.index/,
    MESSAGE,
  ),
  hold<SummaryRow>('timeline/summary.ts SummaryRow', /as "firstMessageAt"/, {
    conversations: 'int4',
    openConversations: 'int4',
    received: 'int4',
    sent: 'int4',
    firstMessageAt: 'timestamptz',
    scheduledMessages: 'int4',
  }),
  hold<Pick<MessageRow, 'id'>>('timeline/timeline.ts Pick<MessageRow, id>', /^\s*select page\.id from unnest/, {
    id: 'uuid',
  }),
  hold<CountRow & { deltas: number }>('totals/count-conversations.ts CountRow & { deltas }', /as deltas\n/, COUNTS),
  hold<Pick<CountRow, 'locationId' | 'toUserId' | 'folder' | 'statusKey' | 'n'>>(
    'totals/count-conversations.ts Pick<CountRow, locationId | toUserId | folder | statusKey | n>',
    /from conversation_unread_marks k join/,
    { locationId: 'uuid', toUserId: 'uuid', folder: 'text', statusKey: 'text', n: 'int4' },
  ),
  hold<{ texts: number; segments: number; mediaMessages: number }>(
    'messages/outbound/count-texts.ts Omit<TextUsage, sinceUtc>',
    /as texts,/,
    { texts: 'int4', segments: 'int4', mediaMessages: 'int4' },
  ),
]
