import type { ConversationCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readInstant } from '../../platform/paging.ts'
import { findConversationPhones, nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isContactVisible } from '../visibility/index.ts'
import { findUnreadMarks } from './queries.ts'

/** The types of conversations that each source of the filter stands for. */
const TYPES_OF: Record<NonNullable<ConversationCriteria['sources']>[number], readonly string[]> = {
  sms: ['sms'],
  voicecall: ['voice', 'voicemail'],
  webchat: ['webchat'],
  popup: ['popup'],
  messenger: ['messenger'],
  instagram: ['instagram'],
  google: ['google'],
}

/** The open states that the criteria select: one, or both. */
export const statesOf = ({ isClosed, openCloseState }: Pick<ConversationCriteria, 'isClosed' | 'openCloseState'>) =>
  openCloseState === 'all' ? [false, true] : [openCloseState === undefined ? isClosed : openCloseState === 'closed']

/** Snoozed conversations are hidden unless the criteria select them or search. */
const snoozedOnly = ({ isSnoozed, searchName, searchPhoneNumber }: ConversationCriteria): boolean | undefined =>
  isSnoozed ?? (searchName || searchPhoneNumber ? undefined : false)

/** With one value, its index is in the order of the list; `= any` of one value would sort all matches. */
const isOneOf = (column: RawBuilder<unknown>, values: readonly string[], type: 'uuid' | 'text') =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = any(${[...values]}::${sql.raw(type)}[])`

/** The criteria that the maintained totals have columns for, for a row of either table; without the open state. */
export function countableCriteria(criteria: ConversationCriteria, alias: 'c' | 'n'): RawBuilder<unknown>[] {
  const isSnoozed = snoozedOnly(criteria)
  const waits = alias === 'n' ? sql`n.is_waiting` : sql`c.needs_answer_since is not null`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { toUserIDs, isUnassigned, folderKeys, statusKeys, locationIDs } = criteria
  const holders = [
    ...(toUserIDs ? [isOneOf(column('to_user_id'), toUserIDs, 'uuid')] : []),
    ...(isUnassigned ? [sql`${column('to_user_id')} is null`] : []),
  ]
  return [
    // A literal and not a parameter, so that the partial indexes apply.
    ...(isSnoozed === undefined ? [] : [isSnoozed ? column('is_snoozed') : sql`not ${column('is_snoozed')}`]),
    ...(criteria.needsAnswer === undefined ? [] : [criteria.needsAnswer ? waits : sql`not (${waits})`]),
    ...(holders.length > 0 ? [sql`(${sql.join(holders, sql` or `)})`] : []),
    ...(folderKeys ? [isOneOf(column('folder'), folderKeys, 'text')] : []),
    ...(statusKeys ? [isOneOf(column('status_key'), statusKeys, 'text')] : []),
    ...(locationIDs ? [isOneOf(column('location_id'), locationIDs, 'uuid')] : []),
  ]
}

/** Whether the maintained totals cannot answer the criteria. */
export const needsRows = (criteria: ConversationCriteria): boolean =>
  Boolean(
    criteria.searchName ||
      criteria.searchPhoneNumber ||
      criteria.sources ||
      criteria.labels ||
      criteria.startDateTimeUTC ||
      criteria.endDateTimeUTC ||
      criteria.hasScheduledMessages !== undefined ||
      criteria.hasAIEmployeeEnabled !== undefined ||
      criteria.hasSentReviewInvite !== undefined ||
      criteria.hasUnreadMessages === false,
  )

/** Whether the criteria may match a few conversations or nearly all, so that one generic plan cannot fit. */
export const isNarrowed = (criteria: ConversationCriteria): boolean =>
  needsRows(criteria) || Boolean(criteria.toUserIDs || criteria.folderKeys || criteria.statusKeys)

/** All criteria except the open state, for a row `c` of conversations. */
export function criteriaOf(
  tx: TenantTx,
  viewer: Viewer,
  criteria: ConversationCriteria,
  lookups: Lookups,
): RawBuilder<unknown>[] {
  const { sources, labels, startDateTimeUTC, endDateTimeUTC, hasUnreadMessages, hasScheduledMessages } = criteria
  const flag = (column: string, value: boolean | undefined) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]
  return [
    ...countableCriteria(criteria, 'c'),
    ...searched(tx, viewer, criteria, lookups),
    ...(hasUnreadMessages === undefined ? [] : [unreadCriterion(hasUnreadMessages, lookups.marks)]),
    ...(hasScheduledMessages === undefined
      ? []
      : [hasScheduledMessages ? sql`c.next_scheduled_at is not null` : sql`c.next_scheduled_at is null`]),
    ...flag('c.is_ai_employee_enabled', criteria.hasAIEmployeeEnabled),
    ...flag('c.has_sent_review_invite', criteria.hasSentReviewInvite),
    ...(labels
      ? [
          sql`c.contact_id in (select t.id from contacts t where t.tenant_id = ${tx.tenantId} and t.labels <> '{}' and t.labels && ${labels}::text[])`,
          showsContact(tx, viewer),
        ]
      : []),
    ...(sources ? [sql`c.type = any(${sources.flatMap((source) => TYPES_OF[source])})`] : []),
    ...(startDateTimeUTC
      ? [sql`c.sorted_at >= ${readInstant(startDateTimeUTC, 'startDateTimeUTC')}::timestamptz`]
      : []),
    ...(endDateTimeUTC ? [sql`c.sorted_at < ${readInstant(endDateTimeUTC, 'endDateTimeUTC')}::timestamptz`] : []),
  ]
}

/** Worded like the predicate of the partial index of unread conversations. */
function unreadCriterion(isUnread: boolean, marks: readonly string[]): RawBuilder<unknown> {
  if (marks.length === 0) return isUnread ? sql`c.unread_messages > 0` : sql`c.unread_messages = 0`
  return isUnread
    ? sql`(c.unread_messages > 0 or c.id = any(${[...marks]}::uuid[]))`
    : sql`(c.unread_messages = 0 and c.id <> all(${[...marks]}::uuid[]))`
}

/** The criteria of an unread list for conversations that are unread only by the viewer's mark. */
export const markedCriteria = (
  tx: TenantTx,
  viewer: Viewer,
  { hasUnreadMessages: _isUnread, ...criteria }: ConversationCriteria,
  lookups: Lookups,
): RawBuilder<unknown>[] => [
  ...criteriaOf(tx, viewer, criteria, lookups),
  sql`c.unread_messages = 0 and c.id = any(${[...lookups.marks]}::uuid[])`,
]

/** Rows that are read before the list, because its statement depends on them. */
export interface Lookups {
  /** Conversations with the actor's unread mark. */
  marks: readonly string[]
  /** The numbers that match each part of the search; null if there are too many. */
  named?: string[] | null
  dialled?: string[] | null
}

export const lookUp = async (tx: TenantTx, userId: string, criteria: ConversationCriteria): Promise<Lookups> => {
  const [marks, phones] = await Promise.all([lookUpMarks(tx, userId, criteria), lookUpPhones(tx, criteria)])
  return { ...phones, marks }
}

export const lookUpMarks = async (tx: TenantTx, userId: string, criteria: ConversationCriteria): Promise<string[]> =>
  criteria.hasUnreadMessages === undefined ? [] : findUnreadMarks(tx, userId)

export async function lookUpPhones(
  tx: TenantTx,
  { searchName, searchPhoneNumber }: ConversationCriteria,
): Promise<Omit<Lookups, 'marks'>> {
  const digits = phoneDigits(searchPhoneNumber ?? '')
  const [named, dialled] = await Promise.all([
    searchName ? findConversationPhones(tx, { name: searchName }) : undefined,
    searchPhoneNumber ? (digits ? findConversationPhones(tx, { digits }) : []) : undefined,
  ])
  return { ...(named !== undefined && { named }), ...(dialled !== undefined && { dialled }) }
}

/** Matches by the numbers that were looked up; if there were too many, by scanning the list in its order. */
function searched(
  tx: TenantTx,
  viewer: Viewer,
  { searchName, searchPhoneNumber }: ConversationCriteria,
  { named, dialled }: Lookups,
): RawBuilder<unknown>[] {
  const isOf = (phones: string[]) => sql`c.contact_phone = any(${phones}::text[])`
  const hasName = (term: string) => sql`(${nameMatches(sql`name_key(c.friendly_name)`, term)}
    or exists (select from contacts t where t.tenant_id = ${tx.tenantId} and t.id = c.contact_id and ${nameMatches(sql`t.name_key`, term)})
    or ${isMergedWith(tx, sql`(${nameMatches(sql`t.name_key`, term)} or ${nameMatches(sql`name_key(v.friendly_name)`, term)})`)})`
  const hasDigits = (digits: string) => sql`(c.contact_phone like ${`%${digits}%`}
    or ${isMergedWith(tx, sql`v.contact_phone like ${`%${digits}%`}`)})`
  return [
    ...(named === undefined
      ? []
      : [
          named ? isOf(named) : hasName(searchName ?? ''),
          sql`(${showsContact(tx, viewer)} or ${nameMatches(sql`name_key(c.friendly_name)`, searchName ?? '')})`,
        ]),
    ...(dialled === undefined ? [] : [dialled ? isOf(dialled) : hasDigits(phoneDigits(searchPhoneNumber ?? '') ?? '')]),
  ]
}

/** Searches in fields of the contact, such as name or labels, match only for viewers who may see the contact. */
const showsContact = (tx: TenantTx, viewer: Viewer) => sql`(
  not c.is_contact_restricted or exists (
    select from contacts t where t.tenant_id = ${tx.tenantId} and t.id = c.contact_id and ${isContactVisible(tx, viewer)}
  )
)`

/** SQL: whether a conversation was merged into `c` whose number pair `v` or contact `t` meets the condition. */
const isMergedWith = (tx: TenantTx, condition: RawBuilder<unknown>) => sql`(c.merged_count > 0 and exists (
  select from merged_conversations v join contacts t on t.tenant_id = ${tx.tenantId} and t.id = v.contact_id
  where v.tenant_id = ${tx.tenantId} and v.into_id = c.id and ${condition}
))`
