import type { Conversation, MergedPair } from '@frontdesk/contract/api'
import { formatPhone, toSid } from '@frontdesk/contract/rules'
import type { DB } from '../../platform/database/schema.gen.ts'
import { computed, type RowOf, selectList } from '../../platform/database/select-list.ts'
import { isPairOptedOutText } from '../messaging/index.ts'

/** A conversation that was merged into another one, with what its number pair needs there. */
interface MergedRow {
  id: string
  contactId: string
  name: string
  language: string | null
  contactPhone: string
  tenantPhone: string
  isBlocked: boolean
  isOptedOut: boolean
}

const mergedPairs = computed<MergedRow[] | null>(
  (tenant) => `case when c.merged_count > 0 then (
    select jsonb_agg(jsonb_build_object(
      'id', v.id, 'contactId', coalesce(vt.main_id, vt.id), 'name', coalesce(v.friendly_name, vt.name), 'language', vt.language, 'contactPhone', v.contact_phone, 'tenantPhone', v.tenant_phone,
      'isBlocked', exists (select from blocked_numbers b where b.tenant_id = ${tenant} and b.phone = v.contact_phone),
      'isOptedOut', ${isPairOptedOutText(tenant, { contactPhone: 'v.contact_phone', tenantPhone: 'v.tenant_phone', of: 'all' })}
    ) order by v.merged_at, v.id)
    from merged_conversations v join contacts vt on vt.tenant_id = ${tenant} and vt.id = v.contact_id
    where v.tenant_id = ${tenant} and v.into_id = c.id
  ) end`,
)

const selectConversation = selectList<{ c: DB['conversations']; t: DB['contacts']; u: DB['users'] | null }>()

const UNMERGED = {
  tenantId: 'c.tenantId',
  id: 'c.id',
  // The contact that the number belongs to: the row of the number, or the one it refers to.
  contactId: computed<string>(() => 'coalesce(t.main_id, t.id)'),
  contactRowId: 'c.contactId',
  contactPhone: 'c.contactPhone',
  tenantPhone: 'c.tenantPhone',
  locationId: 'c.locationId',
  assigneeId: 'c.toUserId',
  assigneeName: 'u.displayName',
  isClosed: 'c.isClosed',
  folder: 'c.folder',
  statusKey: 'c.statusKey',
  unreadMessages: 'c.unreadMessages',
  latestIndex: 'c.latestIndex',
  latestMessage: 'c.latestMessage',
  latestMessageAt: 'c.latestMessageAt',
  latestIsOutgoing: 'c.latestIsOutgoing',
  latestDeliveryStatus: 'c.latestDeliveryStatus',
  // Author of the latest outgoing message; stale once the contact has written.
  latestAuthor: 'c.latestAuthor',
  latestAuthorUserId: 'c.latestAuthorUserId',
  // Null: the contact's name.
  friendlyName: 'c.friendlyName',
  sortedAt: 'c.sortedAt',
  nextScheduledAt: 'c.nextScheduledAt',
  version: 'c.version',
  contactName: 't.name',
  contactEmail: 't.email',
  contactCountry: 't.countryCode',
  contactBirthDate: 't.birthDate',
  contactTags: 't.tags',
  contactLabels: 't.labels',
  contactLocationId: 't.locationId',
  contactSource: 't.source',
  contactLineType: 't.lineType',
  contactLanguage: 't.language',
  contactCreatedAt: 't.createdAt',
  isSnoozed: 'c.isSnoozed',
  snoozedUntil: 'c.snoozedUntil',
  needsAnswerSince: 'c.needsAnswerSince',
  isBlocked: 'c.isBlocked',
  isOptedOut: 'c.isOptedOut',
  // Whether the conversation grants no access to its contact; see contact-visibility.ts.
  isContactRestricted: 'c.isContactRestricted',
  createdAt: 'c.createdAt',
  // Null only while a folder is being deleted.
  folderName: computed<string | null>(
    (tenant) =>
      `(select f.name from folders f where f.tenant_id = ${tenant} and f.location_id = c.location_id and f.key = c.folder)`,
  ),
  statusName: computed<string | null>(
    (tenant) => `case when c.status_key is not null then (
    select s ->> 'name' from settings d cross join lateral jsonb_array_elements(d.value -> 'statuses') s
    where d.tenant_id = ${tenant} and d.key = 'contact-statuses' and s ->> 'key' = c.status_key
  ) end`,
  ),
} as const

/** A conversation `c` joined with its contact `t` and assignee `u`; one list for every statement that returns one. */
export const CONVERSATION_COLUMNS = selectConversation({ ...UNMERGED, merged: mergedPairs })

/** The columns of a conversation without merged ones: planning that subquery is too slow for the hot path. */
export const UNMERGED_COLUMNS = selectConversation({ ...UNMERGED, merged: computed<MergedRow[] | null>(() => 'null') })

/** A conversation as a statement returns it, with its contact, regardless of who may see it. */
export type ConversationColumns = RowOf<typeof CONVERSATION_COLUMNS>

/**
 * A conversation as operations pass it around. `hideContact` or `showContact` make one of the selected columns, so that
 * a restricted contact reaches no one by accident.
 */
export type ConversationRow = ConversationColumns & { isContactHidden: boolean }

/** The same with what one teammate has of their own in it. */
export type OwnConversationRow = ConversationRow & { draft: string | null; isMarkedUnread: boolean }

/** Strips a restricted contact down to its number and the fields needed to text it. */
export const hideContact = <Row extends ConversationColumns>(row: Row): Row & { isContactHidden: boolean } =>
  row.isContactRestricted
    ? {
        ...row,
        isContactHidden: true,
        // Otherwise two restricted conversations would show that their numbers belong to one contact.
        contactId: row.contactRowId,
        contactName: '',
        contactEmail: null,
        contactBirthDate: null,
        contactTags: [],
        contactLabels: [],
        contactLocationId: row.locationId,
        contactSource: 'user',
        contactLanguage: null,
        contactCreatedAt: row.createdAt,
      }
    : { ...row, isContactHidden: false }

/** For viewers who may see the contact. */
export const showContact = <Row extends ConversationColumns>(row: Row): Row & { isContactHidden: boolean } => ({
  ...row,
  isContactHidden: false,
})

/** The name to display: its own, else the contact's, else the number. */
export const conversationName = ({ friendlyName, contactName, contactPhone }: ConversationRow): string =>
  friendlyName || contactName || formatPhone(contactPhone)

/** The conversation without what one teammate has of their own in it. */
export const toConversation = (row: ConversationRow): Conversation => ({
  sid: toSid('CH', row.id),
  uniqueName: `${row.tenantId}|${row.tenantPhone}|${row.contactPhone}`,
  phoneNumber: row.contactPhone,
  tenantPhoneNumber: row.tenantPhone,
  friendlyName: conversationName(row),
  contact: {
    id: row.contactId,
    name: row.contactName,
    email: row.contactEmail,
    phone: row.contactPhone,
    countryCode: row.contactCountry,
    birthDate: row.contactBirthDate,
    tags: row.contactTags,
    labels: row.contactLabels,
    locationID: row.contactLocationId,
    source: row.contactSource,
    language: row.contactLanguage,
    lineType: row.contactLineType,
    isOptedOut: row.isOptedOut,
    isBlocked: row.isBlocked,
    createdOnUtc: row.contactCreatedAt,
  },
  attributes: {
    toUserID: row.assigneeId,
    toUserName: row.assigneeName,
    locationID: row.locationId,
    latestMessage: row.latestMessage,
    latestMessageDateUTC: row.latestMessageAt,
    isClosed: row.isClosed,
    folder: row.folder,
    folderName: row.folderName ?? row.folder,
    statusKey: row.statusKey,
    statusName: row.statusName,
    unreadMessages: row.unreadMessages,
    isSnoozed: row.isSnoozed,
    snoozedUntil: row.snoozedUntil,
    needsAnswerSince: row.needsAnswerSince,
    type: 'sms',
    deliveryStatus: row.latestDeliveryStatus,
    nextScheduledMessageDate: row.nextScheduledAt,
    // Texts can always be answered.
    channelWindowEndsUTC: null,
  },
  lastMessage:
    row.latestMessageAt === null
      ? null
      : {
          date: row.latestMessageAt,
          unix: Math.floor(Temporal.Instant.from(row.latestMessageAt).epochMilliseconds / 1000),
          message: row.latestMessage,
          index: row.latestIndex,
          isOutgoingMessage: row.latestIsOutgoing,
          author: (row.latestIsOutgoing && row.latestAuthor) || '',
          authorUserID: row.latestIsOutgoing ? row.latestAuthorUserId : null,
        },
  ...(row.merged && { merged: row.merged.map(toMergedPair) }),
  ...(row.isContactRestricted && { contactAccess: row.isContactHidden ? 'hidden' : 'shown' }),
  version: row.version,
})

const toMergedPair = ({ id, contactId, contactPhone, tenantPhone, ...rest }: MergedRow): MergedPair => ({
  ...rest,
  sid: toSid('CH', id),
  contactID: contactId,
  phoneNumber: contactPhone,
  tenantPhoneNumber: tenantPhone,
})

/** The same as one teammate has it, with their own draft and unread mark. */
export const toOwnConversation = (
  { draft, isMarkedUnread, ...row }: OwnConversationRow,
  userId: string,
): Conversation => {
  const conversation = toConversation(row)
  const drafts = draft ? [{ userID: userId, messageDraft: draft }] : []
  return { ...conversation, attributes: { ...conversation.attributes, drafts, isMarkedUnread } }
}
