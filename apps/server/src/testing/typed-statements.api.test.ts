import { randomUUID } from 'node:crypto'
import { contract } from '@frontdesk/contract/api'
import type { InferResult } from 'kysely'
import pg from 'pg'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { memberJoined } from '../modules/accounts/events.ts'
import type { UserRow } from '../modules/accounts/queries.ts'
import type { StateRow as ConsentStateRow } from '../modules/consent/queries.ts'
import type { Pair } from '../modules/contact-duplicates/list-duplicates.ts'
import type { ChangedContact } from '../modules/contact-imports/write-contacts.ts'
import type { ListRow as ListedContactRow } from '../modules/contact-list/list-contacts.ts'
import type { ContactRow } from '../modules/contact-rows/index.ts'
import type { OwnColumns } from '../modules/conversations/queries.ts'
import type { ConversationColumns } from '../modules/conversations/rows.ts'
import type { ScheduledRow } from '../modules/messages/scheduled/scheduled-queries.ts'
import type { Cleared } from '../modules/notifications/clear-notifications.ts'
import type { StoredNotification } from '../modules/notifications/list.ts'
import type { MemberRow as NotifiedMemberRow } from '../modules/notifications/members.ts'
import type { Subject } from '../modules/notifications/subjects.ts'
import type { HitRow } from '../modules/search/search-messages.ts'
import type { MemberRow } from '../modules/team/queries.ts'
import type { MessageRow } from '../modules/threads/index.ts'
import type { SummaryRow } from '../modules/timeline/summary.ts'
import type { CountRow } from '../modules/totals/index.ts'
import type { TenantTx } from '../platform/database/database.ts'
import { ok } from './client.ts'
import { type ColumnTypes, findTypeNames } from './column-types.ts'
import { uploadContacts } from './contact-import.ts'
import { findRowTypes, listTypedStatements } from './list-typed-statements.ts'
import { newPhone, sharedTestInstance, type Tenant } from './test-instance.ts'

// Holds every statement in SQL text against the row type stated beside it, except the one that stores inbound texts, which
// has a test of its own in `messages/inbound`.

const instance = await sharedTestInstance()

interface HeldStatement {
  /** As `listTypedStatements` names it. */
  name: string
  /** Matches its SQL and that of no other statement. */
  sql: RegExp
  columns: Record<string, string>
}

const hold = <Row>(name: string, sql: RegExp, columns: ColumnTypes<Row>): HeldStatement => ({ name, sql, columns })

const CHANGED_CONTACT: ColumnTypes<ChangedContact> = { id: 'uuid', locationId: 'uuid', before: '_text', after: '_text' }

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

const CONTACT: ColumnTypes<ContactRow> = {
  id: 'uuid',
  name: 'text',
  email: 'citext',
  phone: 'text',
  countryCode: 'text',
  birthDate: 'date',
  tags: '_text',
  labels: '_text',
  locationId: 'uuid',
  source: 'text',
  lineType: 'text',
  language: 'text',
  createdAt: 'timestamptz',
  statusKey: 'text',
  statusName: 'text',
  custom: 'jsonb',
  isOptedOut: 'bool',
  isBlocked: 'bool',
  conversationId: 'uuid',
  otherEmails: '_text',
  otherNumbers: 'jsonb',
}

const CONSENT_STATE: ColumnTypes<ConsentStateRow> = {
  phoneNumber: 'text',
  tenantPhoneNumber: 'text',
  isOptedOut: 'bool',
  isMarketingOptedOut: 'bool',
  isOptedIn: 'bool',
  isMarketingOptedIn: 'bool',
  isOptedOutByText: 'bool',
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
  media: 'jsonb',
}

const USER: ColumnTypes<UserRow> = {
  id: 'uuid',
  email: 'text',
  displayName: 'text',
  profileUrl: 'text',
  role: 'text',
  isAccountHolder: 'bool',
  hasAllLocations: 'bool',
  locationIds: '_uuid',
  tenantName: 'text',
  needsTwoStep: 'bool',
  changedPermissions: 'jsonb',
}

const TEAM_MEMBER: ColumnTypes<MemberRow> = {
  id: 'uuid',
  displayName: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  role: 'text',
  profileUrl: 'text',
  isAccountHolder: 'bool',
  hasAllLocations: 'bool',
  invitedAt: 'timestamptz',
  lastSeenAt: 'timestamptz',
  version: 'int4',
  inviteMail: 'text',
  locationIds: '_uuid',
  openConversations: 'int4',
}

const NOTIFIED_MEMBER: ColumnTypes<NotifiedMemberRow> = {
  id: 'uuid',
  email: 'citext',
  role: 'text',
  lastSeenAt: 'timestamptz',
  hasAllLocations: 'bool',
  locationIds: '_uuid',
  settings: 'jsonb',
  preferences: 'jsonb',
  timeZone: 'text',
  changedPermissions: 'jsonb',
}

const SUBJECT: ColumnTypes<Subject> = {
  conversationId: 'uuid',
  messageId: 'uuid',
  index: 'int4',
  authorUserId: 'uuid',
  author: 'text',
  body: 'text',
  mentions: '_text',
  preview: 'text',
  contact: 'text',
  locationId: 'uuid',
  toUserId: 'uuid',
  isBlocked: 'bool',
  unreadMessages: 'int4',
}

const STORED: ColumnTypes<StoredNotification> = {
  id: 'uuid',
  userId: 'uuid',
  kind: 'text',
  conversationId: 'uuid',
  updatedAt: 'timestamptz',
}

const CLEARED: ColumnTypes<Cleared> = { id: 'uuid', userId: 'uuid', pushedAt: 'timestamptz', conversationId: 'uuid' }

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

const PAIR: ColumnTypes<Pair> = { key: 'text', firstId: 'uuid', secondId: 'uuid', reasons: '_text' }

const HELD: HeldStatement[] = [
  hold<UserRow>('accounts/queries.ts UserRow', /as "needsTwoStep"/, USER),
  hold<ConversationColumns & { eventId: string; messageId: string; fromLocationId: string; fromUserId: string | null }>(
    'changes/change-conversations.ts ConversationColumns & { eventId, messageId, fromLocationId, fromUserId }',
    /as "fromUserId"/,
    { ...CONVERSATION, eventId: 'int8', messageId: 'uuid', fromLocationId: 'uuid', fromUserId: 'uuid' },
  ),
  hold<{ ids: string[] | null }>('contact-duplicates/find-similar.ts { ids }', /select search\.contacts\(null, null,/, {
    ids: '_uuid',
  }),
  hold<Pair>('contact-duplicates/list-duplicates.ts Pair', /from search\.same_emails\(/, PAIR),
  hold<Pair>('contact-duplicates/list-duplicates.ts Pair', /group by t\.name_order having/, PAIR),
  hold<{ conversations: number; notes: number }>(
    'contact-merging/preview-merge.ts { conversations, notes }',
    /\) as conversations,/,
    { conversations: 'int4', notes: 'int4' },
  ),
  hold<{ id: string }>('contact-rows/set-status.ts { id }', /update contacts t set status_key[\s\S]*returning t\.id$/, {
    id: 'uuid',
  }),
  hold<{ open: number }>('changes/change-conversations.ts { open }', /as open from changed/, { open: 'int4' }),
  hold<ConsentStateRow>('consent/queries.ts StateRow', /as "isOptedOutByText"/, CONSENT_STATE),
  hold<{
    id: string
    outcome: string
    reason: string | null
    n: number
    replied: number
    optedOut: number
    heldUntil: string | null
  }>('group-messages/outcomes.ts OutcomeRow', /min\(r\.held_until\) as held_until/, {
    id: 'uuid',
    outcome: 'text',
    reason: 'text',
    n: 'int4',
    replied: 'int4',
    optedOut: 'int4',
    heldUntil: 'timestamptz',
  }),
  hold<{
    reason: string | null
    prefix: string
    locationId: string
    timeZone: string
    n: number
    name: string
    phone: string
  }>('group-messages/preview.ts Row', /as reason, substr\(t\.phone/, {
    reason: 'text',
    prefix: 'text',
    locationId: 'uuid',
    timeZone: 'text',
    n: 'int4',
    name: 'text',
    phone: 'text',
  }),
  hold<{ id: string; latestMessage: string | null; latestMessageAt: string | null; unreadReplies: number }>(
    'group-messages/queries.ts GroupActivity',
    /as "unreadReplies"/,
    { id: 'uuid', latestMessage: 'text', latestMessageAt: 'timestamptz', unreadReplies: 'int4' },
  ),
  hold<{
    contactId: string
    name: string | null
    phone: string | null
    outcome: string
    reason: string | null
    heldUntil: string | null
    sentAt: string | null
    hasReplied: boolean
    conversationId: string | null
  }>('group-messages/queries.ts RecipientRow', /as "hasReplied"/, {
    contactId: 'uuid',
    name: 'text',
    phone: 'text',
    outcome: 'text',
    reason: 'text',
    heldUntil: 'timestamptz',
    sentAt: 'timestamptz',
    hasReplied: 'bool',
    conversationId: 'uuid',
  }),
  hold<{ contactId: string; sentAt: string; n: number }>(
    'group-messages/queries.ts { contactId, sentAt, n }',
    /max\(m\.created_at\) as "sentAt"/,
    { contactId: 'uuid', sentAt: 'timestamptz', n: 'int4' },
  ),
  hold<{ contactId: string; name: string; phone: string; locationId: string; isOptedOut: boolean; n: number }>(
    'groups/members.ts MemberRow',
    /\(count\(\*\) over \(\)\)::int as n/,
    { contactId: 'uuid', name: 'text', phone: 'text', locationId: 'uuid', isOptedOut: 'bool', n: 'int4' },
  ),
  hold<{ total: number; added: number }>('groups/members.ts { total, added }', /insert into group_members/, {
    total: 'int4',
    added: 'int4',
  }),
  hold<{ id: string; n: number }>('groups/queries.ts { id, n }', /select gm\.group_id as id/, {
    id: 'uuid',
    n: 'int4',
  }),
  hold<{ outcome: string; n: number; optedOut: number; landlines: number; warnings: number }>(
    'contact-imports/stage-rows.job.ts Result',
    /insert into contact_import_rows/,
    { outcome: 'text', n: 'int4', optedOut: 'int4', landlines: 'int4', warnings: 'int4' },
  ),
  hold<{ upTo: number | null; rows: number; news: number }>(
    'contact-imports/write-contacts.ts { upTo, rows, news }',
    /max\(n\) as up_to/,
    {
      upTo: 'int4',
      rows: 'int4',
      news: 'int4',
    },
  ),
  hold<{ n: number }>('contact-imports/write-contacts.ts { n }', /^\s*select r\.n from contact_import_rows/, {
    n: 'int4',
  }),
  hold<ChangedContact>('contact-imports/write-contacts.ts ChangedContact', /tags_before as before/, CHANGED_CONTACT),
  hold<{ id: string }>('contact-imports/write-contacts.ts { id }', /^\s*select t\.id from contact_import_rows/, {
    id: 'uuid',
  }),
  hold<ChangedContact>(
    'contact-imports/write-contacts.ts ChangedContact',
    /returning t\.id, t\.location_id, o\./,
    CHANGED_CONTACT,
  ),
  hold<{ id: string; locationId: string; source: string; tags: string[] }>(
    'contact-rows/delete-contact.ts { id, locationId, source, tags }',
    /delete from contacts t where/,
    { id: 'uuid', locationId: 'uuid', source: 'text', tags: '_text' },
  ),
  hold<{ id: string; tags: string[] }>('contact-rows/insert-contacts.ts { id, tags }', /insert into contacts \(/, {
    id: 'uuid',
    tags: '_text',
  }),
  hold<{ n: number }>('contact-list/count-contacts.ts { n }', /as n from \(\s+select from contacts t/, { n: 'int4' }),
  hold<{ n: number; deltas: number }>('contact-list/count-contacts.ts { n, deltas }', /as deltas from contact_counts/, {
    n: 'int4',
    deltas: 'int4',
  }),
  hold<{ ids: string[] | null }>('contact-list/criteria.ts { ids }', /search\.contacts\(/, { ids: '_uuid' }),
  hold<ListedContactRow>('contact-list/list-contacts.ts ListRow', /as "lastActivityAt"/, {
    ...CONTACT,
    lastActivityAt: 'timestamptz',
    sortKey: 'text',
  }),
  hold<{ tag: string; contacts: number }>('contact-list/list-tags.ts TagUse', /used where contacts > 0/, {
    tag: 'text',
    contacts: 'int4',
  }),
  hold<ContactRow>(
    'contacts/access.ts ContactRow',
    /\) c on true\s+where t\.tenant_id = \$\d+ and t\.id = \(select coalesce/,
    CONTACT,
  ),
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
  hold<{ id: string; mergedAt: string; formerRow: object }>(
    'merging/unmerge-conversation.ts Pick<Row<mergedConversations>, id | mergedAt> & { formerRow }',
    /as "formerRow"/,
    { id: 'uuid', mergedAt: 'timestamptz', formerRow: 'jsonb' },
  ),
  hold<Pick<ConversationColumns, 'latestIndex'>>(
    'messages/outbound/send-message.ts Pick<ConversationRow, latestIndex>',
    /select latest_index from changed/,
    {
      latestIndex: 'int4',
    },
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
  hold<StoredNotification & { readAt: string | null }>(
    'notifications/bulk-assigned.ts StoredNotification',
    /union all select \* from inserted/,
    {
      ...STORED,
      readAt: 'timestamptz',
    },
  ),
  hold<Cleared>(
    'notifications/clear-notifications.ts Cleared',
    /x \("actorUserId" uuid, "conversationId" uuid/,
    CLEARED,
  ),
  hold<Cleared>('notifications/clear-notifications.ts Cleared', /x \("messageId" uuid, at timestamptz\)/, CLEARED),
  hold<Cleared & { wasUnread: boolean }>(
    'notifications/clear-notifications.ts Cleared & { wasUnread }',
    /was_unread from deleted/,
    {
      ...CLEARED,
      wasUnread: 'bool',
    },
  ),
  hold<{ userId: string; locationId: string | null; toUserId: string | null; n: number }>(
    'notifications/list.ts { userId, locationId, toUserId, n }',
    /c\.to_user_id as "toUserId", count\(\*\)::int as n\s+from notifications/,
    {
      userId: 'uuid',
      locationId: 'uuid',
      toUserId: 'uuid',
      n: 'int4',
    },
  ),
  hold<StoredNotification>(
    'notifications/member-joined.ts StoredNotification',
    /'teammate-joined', x\."joinedId"/,
    STORED,
  ),
  hold<NotifiedMemberRow>(
    'notifications/members.ts MemberRow',
    /from notification_settings s[\s\S]*as "timeZone"/,
    NOTIFIED_MEMBER,
  ),
  hold<StoredNotification>(
    'notifications/store-notifications.ts StoredNotification',
    /on conflict \(tenant_id, user_id, conversation_id, kind\)/,
    STORED,
  ),
  hold<Subject>('notifications/subjects.ts Subject', /m\.data -> 'note' -> 'mentions'/, SUBJECT),
  hold<Subject>('notifications/subjects.ts Subject', /array\[\]::text\[\] as mentions/, SUBJECT),
  hold<HitRow & { recent: number; older: number }>(
    'search/search-messages.ts { recent, older } & (HitRow | { id })',
    /search\.messages_with\(/,
    {
      ...HIT,
      recent: 'int4',
      older: 'int4',
    },
  ),
  hold<MemberRow>('team/queries.ts MemberRow', /as "inviteMail"/, TEAM_MEMBER),
  hold<MessageRow>('threads/queries.ts MessageRow', /cross join lateral \(\s+select \* from messages m/, MESSAGE),
  hold<MessageRow>(
    'threads/queries.ts MessageRow',
    /m\.id = any\(\$\d+::uuid\[\]\)\s+order by m\.conversation_id, m\.index/,
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
]

interface Executed {
  text: string
  fields: pg.FieldDef[]
}

/** Records the statements that the server runs meanwhile, with the columns they returned. */
async function recordStatements(work: () => Promise<unknown>): Promise<Executed[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const executed = query.mock.calls.map(async ([config], index): Promise<Executed[]> => {
      const text = textOf(config)
      const result: unknown = await query.mock.results[index]?.value
      const isResult = typeof result === 'object' && result !== null && 'fields' in result
      return text !== null && isResult && Array.isArray(result.fields) ? [{ text, fields: result.fields }] : []
    })
    const settled = await Promise.allSettled(executed)
    return settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  } finally {
    query.mockRestore()
  }
}

const textOf = (config: unknown): string | null =>
  typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : null

const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Runs each of the held statements. */
async function useEverything() {
  const tenant = await instance.createTenant()
  const { owner, textFrom } = tenant
  const member = await tenant.createUser('Manager')
  const phone = newPhone()
  const { sid } = await textFrom(phone, 'Hello')
  const other = await textFrom(newPhone(), 'Good morning')
  const send = (text: string) =>
    owner.call(contract.messages.send, { conversationSid: sid, text, clientMessageId: randomUUID() })
  await instance.idle()

  ok(await owner.call(contract.team.getTeam, undefined))
  ok(await owner.call(contract.conversations.getByPhoneNumber, { phoneNumber: phone }))
  ok(await owner.call(contract.attention.markRead, { sid, upToIndex: 1 }))
  ok(await owner.call(contract.attention.markUnread, { sid }))
  for (const filter of [{}, { hasUnreadMessages: true }]) {
    ok(await owner.call(contract.conversations.getList, filter))
    ok(await owner.call(contract.conversations.getStats, {}))
  }
  ok(await owner.call(contract.messageSearch.searchAll, { text: 'hello' }))
  const { data: conversation } = ok(await owner.call(contract.conversations.getBySid, { sid }))
  ok(await owner.call(contract.contacts.get, { id: conversation.contact.id }))
  ok(await owner.call(contract.consent.get, { contactId: conversation.contact.id }))
  ok(
    await owner.call(contract.contactMerging.preview, {
      survivorID: conversation.contact.id,
      otherID: other.contact.id,
    }),
  )
  ok(await owner.call(contract.contactDuplicates.list, {}))
  ok(await owner.call(contract.contactDuplicates.find, { email: 'maya@example.test' }))
  ok(await owner.call(contract.contactList.getList, {}))
  ok(await owner.call(contract.contactList.count, { tagsSearch: ['dogs'] }))
  ok(await owner.call(contract.contactList.getTags, undefined))
  ok(await owner.call(contract.timeline.getList, { contactId: conversation.contact.id }))
  ok(await owner.call(contract.timeline.getSummary, { contactId: conversation.contact.id }))
  await instance.idle()

  ok(
    await owner.call(contract.scheduledMessages.create, {
      conversationSid: sid,
      text: 'later',
      sendAt: Temporal.Now.instant().add({ hours: 48 }).toString(),
      clientMessageId: randomUUID(),
    }),
  )
  ok(await owner.call(contract.scheduledMessages.getList, { conversationSid: sid }))
  const removeFault = await instance.addFault({ kind: 'fail-send', code: 30003, phone })
  const { message } = ok(await send('Come by at three')).data
  await instance.idle()
  await removeFault()
  ok(await owner.call(contract.messages.retry, { sid: message.sid }))
  await instance.idle()

  ok(await owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
  await instance.idle()
  const [first] = await tenant.messagesOf(conversation)
  ok(await owner.call(contract.messages.remove, { sid: first?.sid ?? '' }))
  const toUserID = member.auth.userId
  ok(await owner.call(contract.bulkActions.start, { change: 'assign', sids: [sid, other.sid], toUserID: null }))
  await instance.idle()
  ok(await owner.call(contract.bulkActions.start, { change: 'assign', sids: [sid, other.sid], toUserID }))
  await instance.server.services.inTenant({ tenantId: tenant.tenantId }, (tx) =>
    memberJoined.record(tx, { at: instance.server.services.now(), actorUserId: toUserID }),
  )
  await instance.idle()

  const statuses = [{ key: 'lead', name: 'Lead', type: 'OPEN' as const }]
  ok(await owner.call(contract.contactStatuses.save, { statuses, version: 0 }))
  ok(await owner.call(contract.contactStatuses.change, { sid, statusKey: 'lead' }))
  ok(await owner.call(contract.contactStatuses.save, { statuses: [], version: 1 }))
  const rows = `Phone,Name\n${phone},Ann\n${newPhone()},Bob\n`
  const { id: importId } = await uploadContacts(owner, rows, { check: { locationID: tenant.locationIds[0] ?? '' } })
  await instance.idle()
  ok(await owner.call(contract.contactImports.start, { id: importId }))
  await instance.idle()
  ok(await owner.call(contract.contactImports.undo, { id: importId }))
  await instance.idle()
  await useGroups(tenant, conversation.contact.id)
  ok(await owner.call(contract.merging.merge, { sid: other.sid, intoSid: sid }))
  ok(await owner.call(contract.merging.unmerge, { sid, mergedSid: other.sid }))
  await instance.idle()
}

async function useGroups({ owner }: Tenant, contactID: string): Promise<void> {
  const { groupMessages, groups, reviewInvites } = contract
  const { sid } = ok(await owner.call(groups.save, { name: 'Regulars', contactIDs: [contactID] })).data
  const message = { groupSid: sid, text: 'Hello all' }
  ok(await owner.call(groups.previewMessage, message))
  const { id } = ok(await owner.call(groups.sendMessage, { ...message, clientMessageId: randomUUID() })).data
  await instance.idle()
  ok(await owner.call(groupMessages.getRecipients, { id }))
  ok(await owner.call(groups.getMembers, { sid }))
  ok(await owner.call(reviewInvites.getInvites, undefined))
}

test('every statement in SQL text returns the columns of its row type', { timeout: 60_000 }, async () => {
  const executed = await recordStatements(useEverything)
  const typeNames = await findTypeNames(instance.server.database.owner)
  const columnsOf = ({ fields }: Executed) =>
    Object.fromEntries(fields.map(({ name, dataTypeID }) => [toCamelCase(name), typeNames.get(dataTypeID)]))
  for (const { name, sql, columns } of HELD) {
    const matching = executed.filter(({ text, fields }) => fields.length > 0 && sql.test(text))
    expect.soft(matching.length, `${name}, ${sql}`).toBeGreaterThan(0)
    for (const statement of matching) expect.soft(columnsOf(statement), statement.text).toEqual(columns)
  }
})

test('every statement whose row type is stated beside it is held', () => {
  expect(HELD.map(({ name }) => name).toSorted()).toEqual(listTypedStatements())
})

test('a stated row type is found, an expression and a single value are not', () => {
  const source = `
    const { rows } = await sql<Pick<Row<'users'>, 'id'> & { n: number }>\`select 1\`.execute(tx)
    const many = runPrepared(tx, sql<UserRow[] | null>\`select \${sql<Inner>\`x\`}\`)
    const one = sql<string | null>\`now()\`
    query.select(sql<Kind[]>\`array[\${sql<number>\`1\`}]\`.as('kinds'))`
  expect(findRowTypes(source)).toEqual(['Pick<Row<users>, id> & { n }', 'UserRow[] | null', 'Inner'])
})

test('the types of plain columns are those that Kysely infers', () => {
  const query = (tx: TenantTx) =>
    tx
      .selectFrom('conversations as c')
      .innerJoin('contacts as t', 't.id', 'c.contactId')
      .leftJoin('users as u', 'u.id', 'c.toUserId')
      .select(['c.id', 'c.toUserId as assigneeId', 'u.displayName as assigneeName', 'c.isClosed', 'c.unreadMessages'])
      .select(['c.latestDeliveryStatus', 't.tags as contactTags', 't.email as contactEmail', 't.name as contactName'])
  type Inferred = InferResult<ReturnType<typeof query>>[number]
  expectTypeOf<Pick<ConversationColumns, keyof Inferred>>().toEqualTypeOf<Inferred>()
})
