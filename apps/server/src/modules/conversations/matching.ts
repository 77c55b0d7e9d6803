import type { ConversationCriteria } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readInstant } from '../../platform/paging.ts'
import { isContactVisible } from '../visibility/index.ts'
import { findThreadPhones, nameMatches, phoneDigits } from './find-phones.ts'
import { findUnreadMarks } from './queries.ts'

/** What a conversation is of, by the source a list asks for (spec section 9). */
const TYPES_OF: Record<NonNullable<ConversationCriteria['sources']>[number], readonly string[]> = {
  sms: ['sms'],
  voicecall: ['voice', 'voicemail'],
  webchat: ['webchat'],
  popup: ['popup'],
  messenger: ['messenger'],
  instagram: ['instagram'],
  google: ['google'],
}

/** Which states are asked for: one, or both. */
export const statesOf = ({ isClosed, openCloseState }: Pick<ConversationCriteria, 'isClosed' | 'openCloseState'>) =>
  openCloseState === 'all' ? [false, true] : [openCloseState === undefined ? isClosed : openCloseState === 'closed']

/** Snoozed ones are out of the way, but for whoever asks or searches for them. */
const snoozedOnly = ({ isSnoozed, searchName, searchPhoneNumber }: ConversationCriteria): boolean | undefined =>
  isSnoozed ?? (searchName || searchPhoneNumber ? undefined : false)

/** Of one, its index is in the list's order; of several, all that fit would have to be sorted. */
const isOneOf = (column: RawBuilder<unknown>, values: readonly string[], type: 'uuid' | 'text') =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = any(${[...values]}::${sql.raw(type)}[])`

/** What of the criteria the kept totals know as well, for a row of either; the state is the caller's. */
export function keptCriteria(criteria: ConversationCriteria, alias: 'c' | 'n'): RawBuilder<unknown>[] {
  const isSnoozed = snoozedOnly(criteria)
  const waits = alias === 'n' ? sql`n.is_waiting` : sql`c.needs_answer_since is not null`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { toUserIDs, isUnassigned, folderKeys, statusKeys, locationIDs } = criteria
  const holders = [
    ...(toUserIDs ? [isOneOf(column('to_user_id'), toUserIDs, 'uuid')] : []),
    ...(isUnassigned ? [sql`${column('to_user_id')} is null`] : []),
  ]
  return [
    // Said in words and not by a value, as the indexes say it.
    ...(isSnoozed === undefined ? [] : [isSnoozed ? column('is_snoozed') : sql`not ${column('is_snoozed')}`]),
    ...(criteria.needsAnswer === undefined ? [] : [criteria.needsAnswer ? waits : sql`not (${waits})`]),
    ...(holders.length > 0 ? [sql`(${sql.join(holders, sql` or `)})`] : []),
    ...(folderKeys ? [isOneOf(column('folder'), folderKeys, 'text')] : []),
    ...(statusKeys ? [isOneOf(column('status_key'), statusKeys, 'text')] : []),
    ...(locationIDs ? [isOneOf(column('location_id'), locationIDs, 'uuid')] : []),
  ]
}

/** Whether only the conversations themselves can tell, and not the kept totals. */
export const asksMoreThanKept = (criteria: ConversationCriteria): boolean =>
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

/** Whether it is of something that may be one conversation in a million, or nearly all. */
export const isNarrowed = (criteria: ConversationCriteria): boolean =>
  asksMoreThanKept(criteria) || Boolean(criteria.toUserIDs || criteria.folderKeys || criteria.statusKeys)

/** All criteria but the state, for a row `c` of conversations. */
export function criteriaOf(
  tx: TenantTx,
  viewer: Viewer,
  criteria: ConversationCriteria,
  known: LookedUp,
): RawBuilder<unknown>[] {
  const { sources, labels, startDateTimeUTC, endDateTimeUTC, hasUnreadMessages, hasScheduledMessages } = criteria
  const flag = (column: string, value: boolean | undefined) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]
  return [
    ...keptCriteria(criteria, 'c'),
    ...searched(tx, viewer, criteria, known),
    ...(hasUnreadMessages === undefined ? [] : [unreadCriterion(hasUnreadMessages, known.marks)]),
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

/** In the words of the index of unread ones. */
function unreadCriterion(isUnread: boolean, marks: readonly string[]): RawBuilder<unknown> {
  if (marks.length === 0) return isUnread ? sql`c.unread_messages > 0` : sql`c.unread_messages = 0`
  return isUnread
    ? sql`(c.unread_messages > 0 or c.id = any(${[...marks]}::uuid[]))`
    : sql`(c.unread_messages = 0 and c.id <> all(${[...marks]}::uuid[]))`
}

/** The criteria of an unread list for those that are unread by a mark alone. */
export const markedCriteria = (
  tx: TenantTx,
  viewer: Viewer,
  { hasUnreadMessages: _asked, ...criteria }: ConversationCriteria,
  known: LookedUp,
): RawBuilder<unknown>[] => [
  ...criteriaOf(tx, viewer, criteria, known),
  sql`c.unread_messages = 0 and c.id = any(${[...known.marks]}::uuid[])`,
]

/** What has to be known before the list can be asked for. */
export interface LookedUp {
  /** What is unread for the actor alone. */
  marks: readonly string[]
  /** By each part of the search, the numbers that fit; null: too many to name them. */
  named?: string[] | null
  dialled?: string[] | null
}

export const lookUp = async (tx: TenantTx, userId: string, criteria: ConversationCriteria): Promise<LookedUp> => {
  const [marks, phones] = await Promise.all([lookUpMarks(tx, userId, criteria), lookUpPhones(tx, criteria)])
  return { ...phones, marks }
}

export const lookUpMarks = async (tx: TenantTx, userId: string, criteria: ConversationCriteria): Promise<string[]> =>
  criteria.hasUnreadMessages === undefined ? [] : findUnreadMarks(tx, userId)

export async function lookUpPhones(
  tx: TenantTx,
  { searchName, searchPhoneNumber }: ConversationCriteria,
): Promise<Omit<LookedUp, 'marks'>> {
  const digits = phoneDigits(searchPhoneNumber ?? '')
  const [named, dialled] = await Promise.all([
    searchName ? findThreadPhones(tx, { name: searchName }) : undefined,
    searchPhoneNumber ? (digits ? findThreadPhones(tx, { digits }) : []) : undefined,
  ])
  return { ...(named !== undefined && { named }), ...(dialled !== undefined && { dialled }) }
}

/** By the numbers that were found; where they are too many, the list is walked in its order until enough of it fits. */
function searched(
  tx: TenantTx,
  viewer: Viewer,
  { searchName, searchPhoneNumber }: ConversationCriteria,
  { named, dialled }: LookedUp,
): RawBuilder<unknown>[] {
  const isOf = (phones: string[]) => sql`c.contact_phone = any(${phones}::text[])`
  const isSomebodyCalled = (term: string) => sql`(${nameMatches(sql`name_key(c.friendly_name)`, term)}
    or exists (select from contacts t where t.tenant_id = ${tx.tenantId} and t.id = c.contact_id and ${nameMatches(sql`t.name_key`, term)})
    or ${isMergedWith(tx, sql`(${nameMatches(sql`t.name_key`, term)} or ${nameMatches(sql`name_key(v.friendly_name)`, term)})`)})`
  const hasDigits = (digits: string) => sql`(c.contact_phone like ${`%${digits}%`}
    or ${isMergedWith(tx, sql`v.contact_phone like ${`%${digits}%`}`)})`
  return [
    ...(named === undefined
      ? []
      : [
          named ? isOf(named) : isSomebodyCalled(searchName ?? ''),
          sql`(${showsContact(tx, viewer)} or ${nameMatches(sql`name_key(c.friendly_name)`, searchName ?? '')})`,
        ]),
    ...(dialled === undefined ? [] : [dialled ? isOf(dialled) : hasDigits(phoneDigits(searchPhoneNumber ?? '') ?? '')]),
  ]
}

/**
 * Searches by the contact's own fields, such as name or labels, match nothing for viewers who may not see the contact.
 */
const showsContact = (tx: TenantTx, viewer: Viewer) => sql`(
  not c.is_contact_restricted or exists (
    select from contacts t where t.tenant_id = ${tx.tenantId} and t.id = c.contact_id and ${isContactVisible(tx, viewer)}
  )
)`

/** Whether somebody `t` like this was merged into `c`, by the pair of numbers `v`. */
const isMergedWith = (tx: TenantTx, isWanted: RawBuilder<unknown>) => sql`(c.merged_count > 0 and exists (
  select from merged_conversations v join contacts t on t.tenant_id = ${tx.tenantId} and t.id = v.contact_id
  where v.tenant_id = ${tx.tenantId} and v.into_id = c.id and ${isWanted}
))`
