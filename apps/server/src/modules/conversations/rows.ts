import type {
  Conversation,
  LinkPreview,
  LogUpdate,
  MergedPair,
  Message,
  NoteDetails,
  Quote,
  Reaction,
  Translation,
} from '@frontdesk/contract/api'
import { type DeliveryReason, type DeliveryStatus, formatPhone, toSid } from '@frontdesk/contract/rules'
import { type FileRow, toMedia } from '../files/index.ts'

/** The pairs of numbers of what was merged into `c`; nothing is asked where nothing was. */
const mergedPairs = (tenant: string) => `case when c.merged_count > 0 then (
    select jsonb_agg(jsonb_build_object(
      'id', v.id, 'contactId', v.contact_id, 'name', coalesce(v.friendly_name, vt.name), 'contactPhone', v.contact_phone, 'tenantPhone', v.tenant_phone,
      'isBlocked', exists (select from blocked_numbers b where b.tenant_id = ${tenant} and b.phone = v.contact_phone),
      'isOptedOut', coalesce(
        (select o.is_opted_out from opt_outs o where o.tenant_id = ${tenant} and o.contact_phone = v.contact_phone and o.tenant_phone = v.tenant_phone),
        exists (select from opt_outs o where o.tenant_id = ${tenant} and o.contact_phone = v.contact_phone and o.is_opted_out)
      )
    ) order by v.merged_at, v.id)
    from merged_conversations v join contacts vt on vt.tenant_id = ${tenant} and vt.id = v.contact_id
    where v.tenant_id = ${tenant} and v.into_id = c.id
  ) end as "merged"`

const unmergedColumns = (tenant: string) => `
  c.tenant_id as "tenantId", c.id, c.contact_id as "contactId", c.contact_phone as "contactPhone", c.tenant_phone as "tenantPhone",
  c.location_id as "locationId", c.to_user_id as "toUserId", u.display_name as "toUserName", c.is_closed as "isClosed", c.folder,
  c.status_key as "statusKey", c.unread_messages as "unreadMessages", c.latest_index as "latestIndex", c.latest_message as "latestMessage",
  c.latest_message_at as "latestMessageAt", c.latest_is_outgoing as "latestIsOutgoing", c.latest_delivery_status as "latestDeliveryStatus",
  c.latest_author as "latestAuthor", c.latest_author_user_id as "latestAuthorUserId",
  c.friendly_name as "friendlyName", c.sorted_at as "sortedAt", c.next_scheduled_at as "nextScheduledAt", c.version, t.name as "contactName", t.email as "contactEmail", t.country_code as "contactCountry", t.birth_date as "contactBirthDate",
  t.tags as "contactTags", t.labels as "contactLabels", t.location_id as "contactLocationId", t.source as "contactSource",
  t.line_type as "contactLineType", t.language as "contactLanguage", t.created_at as "contactCreatedAt",
  c.is_snoozed as "isSnoozed", c.snoozed_until as "snoozedUntil", c.needs_answer_since as "needsAnswerSince",
  c.is_blocked as "isBlocked", c.is_opted_out as "isOptedOut", c.is_contact_restricted as "isContactRestricted", c.created_at as "createdAt",
  (select f.name from folders f where f.tenant_id = ${tenant} and f.location_id = c.location_id and f.key = c.folder) as "folderName",
  case when c.status_key is not null then (
    select s ->> 'name' from settings d cross join lateral jsonb_array_elements(d.value -> 'statuses') s
    where d.tenant_id = ${tenant} and d.key = 'contact-statuses' and s ->> 'key' = c.status_key
  ) end as "statusName"`

/**
 * Columns of a conversation `c` joined with its contact `t` and assignee `u`; one list for every statement that returns
 * one. `tenant` is SQL for the tenant: the sub-selects compare with it, and not with `c`, so that each can be routed.
 */
export const conversationColumns = (tenant: string) => `${unmergedColumns(tenant)}, ${mergedPairs(tenant)}`

/** The same of a conversation into which nothing was merged: planning to look costs the hot path more than not looking. */
export const UNMERGED_COLUMNS = `${unmergedColumns('c.tenant_id')}, null as "merged"`

interface MergedRow {
  id: string
  contactId: string
  name: string
  contactPhone: string
  tenantPhone: string
  isBlocked: boolean
  isOptedOut: boolean
}

export interface ConversationRow {
  tenantId: string
  id: string
  contactId: string
  contactPhone: string
  tenantPhone: string
  locationId: string
  toUserId: string | null
  toUserName: string | null
  isClosed: boolean
  folder: string
  /** Null only while a folder is being deleted. */
  folderName: string | null
  statusKey: string | null
  statusName: string | null
  unreadMessages: number
  isSnoozed: boolean
  snoozedUntil: string | null
  needsAnswerSince: string | null
  latestIndex: number
  latestMessage: string
  latestMessageAt: string | null
  latestIsOutgoing: boolean
  latestDeliveryStatus: DeliveryStatus | null
  /** Author of the latest outgoing message; stale once the contact has written. */
  latestAuthor: string | null
  latestAuthorUserId: string | null
  /** Null: the contact's name. */
  friendlyName: string | null
  sortedAt: string
  nextScheduledAt: string | null
  version: number
  contactName: string
  contactEmail: string | null
  contactCountry: string
  contactBirthDate: string | null
  contactTags: string[]
  contactLabels: string[]
  contactLocationId: string
  contactSource: string
  contactLineType: string | null
  contactLanguage: string | null
  contactCreatedAt: string
  isBlocked: boolean
  isOptedOut: boolean
  /** Whether the conversation grants no access to its contact; see contact-visibility.ts. */
  isContactRestricted: boolean
  createdAt: string
  merged: MergedRow[] | null
  /** Only where the statement asked for the caller's own. */
  draft?: string | null
  isMarkedUnread?: boolean
}

/** The conversation without per-viewer state. Hides a restricted contact unless `showsContact`. */
export function toConversation(row: ConversationRow, showsContact = false): Conversation {
  const conversation: Conversation = {
    sid: toSid('CH', row.id),
    uniqueName: `${row.tenantId}|${row.tenantPhone}|${row.contactPhone}`,
    phoneNumber: row.contactPhone,
    tenantPhoneNumber: row.tenantPhone,
    friendlyName: row.friendlyName || row.contactName || formatPhone(row.contactPhone),
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
      toUserID: row.toUserId,
      toUserName: row.toUserName,
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
    ...(row.isContactRestricted && { contactAccess: 'shown' }),
    version: row.version,
  }
  return showsContact ? conversation : hideContact(conversation, row)
}

/** Strips a restricted contact down to its number and what is needed to text it. */
export function hideContact(
  conversation: Conversation,
  own?: Pick<ConversationRow, 'friendlyName' | 'createdAt'>,
): Conversation {
  if (conversation.contactAccess !== 'shown') return conversation
  const { contact, phoneNumber, attributes } = conversation
  const { id, phone, countryCode, lineType, isOptedOut, isBlocked } = contact
  return {
    ...conversation,
    contactAccess: 'hidden',
    friendlyName: own?.friendlyName || formatPhone(phoneNumber),
    contact: {
      id,
      name: '',
      email: null,
      phone,
      countryCode,
      birthDate: null,
      tags: [],
      labels: [],
      locationID: attributes.locationID,
      source: 'user',
      language: null,
      lineType,
      isOptedOut,
      isBlocked,
      createdOnUtc: own?.createdAt ?? contact.createdOnUtc,
    },
  }
}

const toMergedPair = ({ id, contactId, contactPhone, tenantPhone, ...rest }: MergedRow): MergedPair => ({
  ...rest,
  sid: toSid('CH', id),
  contactID: contactId,
  phoneNumber: contactPhone,
  tenantPhoneNumber: tenantPhone,
})

/** The same, as one person sees it: with their own draft and mark. */
export const toOwnConversation = (row: ConversationRow, userId: string, showsContact: boolean): Conversation => {
  const conversation = toConversation(row, showsContact)
  const drafts = row.draft ? [{ userID: userId, messageDraft: row.draft }] : []
  return {
    ...conversation,
    attributes: { ...conversation.attributes, drafts, isMarkedUnread: row.isMarkedUnread ?? false },
  }
}

/** What a message holds beside its text, by its type; see MESSAGE_KINDS of the contract. */
export interface MessageData {
  update?: LogUpdate
  note?: NoteDetails
  reactions?: Reaction[]
  reaction?: { emoji: string; isRemoved: boolean; messageSid: string }
  /** What it answers. */
  quote?: { id: string }
  linkPreview?: LinkPreview
  translation?: Translation
}

/** The quoted message as it is now; null where it is not in this thread any more. */
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

export interface MessageRow {
  id: string
  conversationId: string
  /** The merged conversation whose pair of numbers it belongs to. */
  viaId?: string | null
  index: number
  type: string
  isOutgoing: boolean
  authorUserId: string | null
  author: string
  body: string
  data: MessageData | null
  quote?: QuoteRow | null
  deliveryStatus: DeliveryStatus | null
  errorCode: number | null
  errorReason: DeliveryReason | null
  canRetry: boolean
  /** Whether somebody dealt with its failure. */
  isHandled: boolean
  segments: number | null
  version: number
  createdAt: string
  media: FileRow[]
  seenBy: { userId: string; displayName: string }[]
}

const withoutQuote = ({ quote: _reference, ...data }: MessageData = {}) => data

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
  // Which data a type has, whoever writes the row sees to; the contract checks it on its way out.
  attributes: {
    type: row.type,
    isOutgoingMessage: row.isOutgoing,
    seenBy: row.seenBy,
    ...withoutQuote(row.data ?? undefined),
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
