import type { ContactCriteria } from '@frontdesk/contract/api'
import { birthdaysIn, type OptOutFilter, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { readInstant } from '../../platform/paging.ts'
import { fieldsPath } from '../contact-fields/index.ts'
import { findLocation, findOldestLocation } from '../locations/index.ts'
import { hasAnyOptedOut, optedOutNumbers } from '../messaging/index.ts'
import { contactPhones, nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isContactVisible } from '../visibility/index.ts'

/**
 * Contacts that match the indexed text filters are looked up first, unless there are too many: then walking through the
 * contacts in the order of the list finds a page sooner. With n contacts, the break-even is at √(page size × n)
 * matches.
 */
const PAGE = 50

/** The text filters, as `search.contacts` takes them; null where absent. */
interface TextFilter {
  name: string | null
  digits: string | null
  email: string | null
  tags: string[] | null
  labels: string[] | null
}

/** Digits search numbers, a term with an @ email addresses, and anything else names. */
function textFilterOf(criteria: ContactCriteria): TextFilter {
  const { searchTerm, nameSearch, phoneSearch, emailSearch, tagsSearch, labelsSearch } = criteria
  const termDigits = phoneDigits(searchTerm ?? '')
  const isEmail = !termDigits && searchTerm?.includes('@')
  const names = [searchTerm && !termDigits && !isEmail ? searchTerm : '', nameSearch ?? ''].filter(
    (name) => name !== '',
  )
  return {
    name: names.length > 0 ? names.join(' ') : null,
    digits: phoneSearch ? (phoneDigits(phoneSearch) ?? NO_DIGITS) : (termDigits ?? null),
    email: emailSearch || (isEmail ? (searchTerm ?? null) : null),
    tags: tagsSearch ?? null,
    labels: labelsSearch ?? null,
  }
}

/** Matches no number, because it has no digits. */
const NO_DIGITS = 'none'

/** Reads on which the statement of the list depends. */
export interface Lookups {
  text: TextFilter
  /** The contacts that match the text filters; null if there are too many, undefined without such filters. */
  ids: string[] | null | undefined
  birthdays: number[] | undefined
  /** The conditions on custom fields, and the contacts that match them as above. */
  fields: { path: string; ids: string[] | null } | undefined
  /** The contacts that opted out, of those who are to be listed; null if there are too many. */
  optedOut: string[] | null | undefined
}

export async function lookUp(tx: TenantTx, actor: Viewer, criteria: ContactCriteria): Promise<Lookups> {
  const text = textFilterOf(criteria)
  const isFiltered = Object.values(text).some((value) => value !== null)
  const path = fieldsPath(criteria.fields ?? [])
  const optOut = optOutFilterOf(criteria)
  const [ids, birthdays, fields, optedOut] = await Promise.all([
    isFiltered ? findMatches(tx, matchingText(text)) : undefined,
    criteria.birthdayKey ? findBirthdays(tx, actor, criteria.birthdayKey, criteria.locationIDs) : undefined,
    path === null ? undefined : findMatches(tx, matchingFields(path)).then((matching) => ({ path, ids: matching })),
    optOut === undefined || optOut === 'nothing' ? undefined : findMatches(tx, matchingOptOuts(tx, optOut)),
  ])
  return { text, ids, birthdays, fields, optedOut }
}

/** SQL: the ids of at most `most` contacts; null if there are more. */
const matchingText = ({ name, digits, email, tags, labels }: TextFilter) =>
  sql`search.contacts(
    ${name}, ${digits && `%${digits}%`}, ${email}, ${tags}::text[], ${labels}::text[], most
  )`

const matchingFields = (path: string) => sql`search.contacts_by_fields(${path}::jsonpath, most)`

/**
 * Looked up by index: for a few contacts, the list would otherwise be scanned from end to end. Null if there are more
 * numbers than `most`.
 */
const matchingOptOuts = (tx: TenantTx, filter: Exclude<OptOutFilter, 'nothing'>) => sql`(
  select case when count(*) <= most then coalesce(array_agg(n.id) filter (where n.id is not null), '{}') end
  from (${optedOutNumbers(tx, filter === 'either' ? 'all or marketing' : filter === 'marketing' ? 'marketing' : 'all', sql`most + 1`)}) o
  left join lateral (
    select coalesce(n.main_id, n.id) as id from contacts n where n.tenant_id = ${tx.tenantId} and n.phone = o.phone limit 1
  ) n on true
)`

/** Filters that were stored before there was a choice have `isOptedOut`; false is not the same as 'nothing'. */
const optOutFilterOf = ({ isOptedOut, optedOutOf }: ContactCriteria): OptOutFilter | undefined =>
  optedOutOf ?? (isOptedOut ? 'everything' : undefined)

/** SQL: whether the contact `t` opted out of that, with any of its numbers. */
function matchesOptOut(tx: TenantTx, filter: OptOutFilter): RawBuilder<unknown> {
  const has = (of: 'all' | 'marketing' | 'all or marketing') => hasAnyOptedOut(tx, 't.phone || t.other_phones', of)
  if (filter === 'everything') return has('all')
  if (filter === 'marketing') return sql`${has('marketing')} and not ${has('all')}`
  return filter === 'either' ? has('all or marketing') : sql`not ${has('all or marketing')}`
}

async function findMatches(tx: TenantTx, query: RawBuilder<unknown>): Promise<string[] | null> {
  const [row] = await runPrepared(
    tx,
    sql<{ ids: string[] | null }>`
    select ${query} as ids from (
      select ceil(sqrt(${sql.lit(PAGE)} * coalesce(sum(n.n), 0)))::int + 1 as most
      from contact_counts n where n.tenant_id = ${tx.tenantId}
    ) total`,
  )
  return row?.ids ?? null
}

/** The days of a birthday range, in the zone of the first of these locations. */
async function findBirthdays(
  tx: TenantTx,
  actor: Viewer,
  key: NonNullable<ContactCriteria['birthdayKey']>,
  [locationId]: readonly string[] = [],
): Promise<number[]> {
  const location = locationId ? await findLocation(tx, actor, locationId) : await findOldestLocation(tx, actor)
  const zone = location?.timeZone ?? 'UTC'
  return birthdaysIn(key, Temporal.Instant.from(tx.now()).toZonedDateTimeISO(zone).toPlainDate())
}

/**
 * SQL: whether the contact `t` matches the criteria and the viewer may see it. All rows of a contact give the same
 * answer, as long as it does not name contacts by their ids, so lists choose the main one.
 */
export function matches(
  tx: TenantTx,
  viewer: Viewer,
  criteria: ContactCriteria,
  { text, ids, birthdays, fields, optedOut }: Lookups,
): RawBuilder<boolean> {
  const { locationIDs, statusKeys, sources, hasConversation, isOptedOut, isBlocked, startDateTimeUTC, endDateTimeUTC } =
    criteria
  const optOut = optOutFilterOf(criteria)
  // `offset 0` keeps the planner from turning it into a join, which would compare all numbers with each other.
  const blocked = sql`exists (
    select from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = any(${contactPhones()}) offset 0
  )`
  const conditions = [
    sql`t.tenant_id = ${tx.tenantId}`,
    isContactVisible(tx, viewer),
    ...(ids ? [sql`t.id = any(${ids}::uuid[])`] : ids === null ? textConditions(text) : []),
    ...(locationIDs ? [isOneOf(sql`t.location_id`, locationIDs, 'uuid')] : []),
    ...(statusKeys ? [isOneOf(sql`t.status_key`, statusKeys, 'text')] : []),
    ...(sources ? [isOneOf(sql`t.source`, sources, 'text')] : []),
    ...(birthdays ? [sql`t.birth_day = any(${birthdays}::smallint[])`] : []),
    ...(hasConversation === undefined ? [] : [hasConversation ? sql`t.has_conversation` : sql`not t.has_conversation`]),
    ...(optedOut ? [sql`t.id = any(${optedOut}::uuid[])`] : []),
    ...(optOut === undefined ? [] : [matchesOptOut(tx, optOut)]),
    ...(isOptedOut === false ? [sql`not ${matchesOptOut(tx, 'everything')}`] : []),
    ...(isBlocked === undefined ? [] : [isBlocked ? blocked : sql`not ${blocked}`]),
    ...(fields
      ? [fields.ids ? sql`t.id = any(${fields.ids}::uuid[])` : sql`t.custom @@ ${fields.path}::jsonpath`]
      : []),
    ...(startDateTimeUTC
      ? [sql`t.created_at >= ${readInstant(startDateTimeUTC, 'startDateTimeUTC')}::timestamptz`]
      : []),
    ...(endDateTimeUTC ? [sql`t.created_at < ${readInstant(endDateTimeUTC, 'endDateTimeUTC')}::timestamptz`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** SQL: whether the contact `t` is one of these, or one of these was merged into it. */
export const isAmong = (tx: TenantTx, contactIds: readonly string[]) => sql<boolean>`t.id = any(array(
  select coalesce(r.main_id, r.id) from contacts r where r.tenant_id = ${tx.tenantId} and r.id = any(${[...contactIds]}::uuid[])
))`

/** With one value, its index is in the order of the list; `= any` of one value would sort all matches. */
const isOneOf = (column: RawBuilder<unknown>, values: readonly string[], type: 'uuid' | 'text') =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = any(${[...values]}::${sql.raw(type)}[])`

/** The conditions of `search.contacts`, as conditions on each contact `t` that the list walks through. */
function textConditions({ name, digits, email, tags, labels }: TextFilter): RawBuilder<unknown>[] {
  return [
    ...(name === null ? [] : [nameMatches(sql`t.name_key`, name)]),
    ...(digits === null
      ? []
      : [sql`exists (select from unnest(${contactPhones()}) as n (phone) where n.phone like ${`%${digits}%`})`]),
    ...(email === null ? [] : [sql`position(lower(${email}) in email_key(t.email, t.other_emails)) > 0`]),
    ...(tags === null ? [] : [sql`t.tags && ${tags}::text[]`]),
    ...(labels === null ? [] : [sql`t.labels && ${labels}::text[]`]),
  ]
}
