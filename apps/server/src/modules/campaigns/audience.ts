import type { CampaignAudience, ContactCriteria, StoredAudience, StoredAudienceRule } from '@frontdesk/contract/api'
import { fromSid, GROUP_BATCH } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readWithin } from '../../platform/database/time-limit.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { lookUp, matches, matchingContacts } from '../contact-list/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import { AUDIENCE_READ_MS } from '../group-messages/index.ts'
import { describeGroup, findGroups, matchesMembers, restrictToLocation, selectMembers } from '../groups/index.ts'
import { isSubscriber } from '../subscribers/index.ts'
import { isContactVisible } from '../visibility/index.ts'

interface Audience {
  audience: CampaignAudience
  locationId: string | null
}

/** Selects a page of contacts in the order of `key`, after a given one. */
type SelectPage = (page: { after: string | null; limit: number }) => Promise<RawBuilder<unknown>>

const NO_CONTACTS: SelectPage = async () => sql`select null::uuid as id, null::uuid as key where false`

/** The rules of an audience as they are now. Fails for segments and groups that the viewer may not see. */
async function findRules(tx: TenantTx, viewer: Person, audience: CampaignAudience): Promise<StoredAudienceRule[]> {
  const { segmentIDs, groupSids, tags, subscribers, criteria } = audience
  const rules: StoredAudienceRule[] = []
  for (const id of segmentIDs) {
    const segment = await findSegment(tx, viewer, id)
    if (!segment) throw new AppError('SegmentNotFound')
    rules.push({ kind: 'segment', name: segment.name, criteria: segment.criteria, isShared: segment.isShared })
  }
  if (tags.length > 0) rules.push({ kind: 'tags', tags })
  if (criteria) rules.push({ kind: 'filter', criteria })
  for (const sid of groupSids) {
    const [group] = await findGroups(tx, viewer, [fromSid(sid)])
    if (!group) throw new AppError('GroupNotFound')
    rules.push(await describeGroup(tx, group))
  }
  if (subscribers) rules.push({ kind: 'subscribers' })
  return rules
}

/** The rules of an audience as they are now. */
export const describeAudience = async (
  tx: TenantTx,
  viewer: Person,
  { audience }: Audience,
): Promise<StoredAudience> => ({
  rules: await findRules(tx, viewer, audience),
  excludesOpenConversations: audience.excludesOpenConversations,
})

/**
 * How to select the contacts of each rule that the viewer may see now, as `id` and `key`. Several rules may select the
 * same contact. While a campaign is sent, edits of its segments and groups change nothing, except who is in a fixed
 * group.
 */
export function selectByRule(
  tx: TenantTx,
  viewer: Person,
  { rules, excludesOpenConversations }: StoredAudience,
  locationId: string | null,
): SelectPage[] {
  const selects = rules.map((rule) => selectOf(tx, viewer, rule, locationId))
  if (!excludesOpenConversations) return selects
  return selects.map((select) => async (page) => withoutOpen(tx, await select(page)))
}

function selectOf(tx: TenantTx, viewer: Person, rule: StoredAudienceRule, locationId: string | null): SelectPage {
  const criteria = criteriaOf(rule, locationId)
  if (criteria)
    return async ({ limit, after }) => {
      const contacts = await matchingContacts(tx, viewer, criteria, limit, after)
      return sql`select x.id, x.id as key from (${contacts}) x`
    }
  if (rule.kind === 'group') return (page) => selectFixed(tx, viewer, rule.id, page)
  if (rule.kind === 'subscribers') return async (page) => selectSubscribers(tx, viewer, locationId, page)
  return NO_CONTACTS
}

/** The filter that a rule selects contacts by; null if it does not select by a filter. */
function criteriaOf(rule: StoredAudienceRule, locationId: string | null): ContactCriteria | null {
  switch (rule.kind) {
    case 'segment':
    case 'filter':
      return rule.criteria && restrictToLocation(rule.criteria, locationId)
    case 'tags':
      return restrictToLocation({ tagsSearch: rule.tags }, locationId)
    case 'group':
      return rule.criteria
    case 'subscribers':
    case 'selected':
      return null
  }
}

/** SQL: whether a rule selects the main row `t` of a contact, and the viewer may see it. */
async function matchesRule(
  tx: TenantTx,
  viewer: Person,
  rule: StoredAudienceRule,
  locationId: string | null,
): Promise<RawBuilder<boolean>> {
  const criteria = criteriaOf(rule, locationId)
  if (criteria) return matches(tx, viewer, criteria, await lookUp(tx, viewer, criteria))
  if (rule.kind === 'subscribers')
    return sql<boolean>`(${isSubscriber(tx)} and ${isContactVisible(tx, viewer)} ${isAt(locationId)})`
  const [group] = rule.kind === 'group' ? await findGroups(tx, viewer, [rule.id]) : []
  return group?.kind === 'fixed' ? matchesMembers(tx, viewer, group) : sql<boolean>`false`
}

/** SQL: limits contacts `t` to a location. */
const isAt = (locationId: string | null) => (locationId === null ? sql`` : sql`and t.location_id = ${locationId}`)

/** Whether a contact that the viewer may see is in an audience now, or why it is not. */
export async function findMembership(
  tx: TenantTx,
  viewer: Person,
  { audience, locationId }: Audience,
  contactId: string,
): Promise<'member' | 'not-in-audience' | 'open-conversation'> {
  const rules = await findRules(tx, viewer, audience)
  const conditions: RawBuilder<boolean>[] = []
  for (const rule of rules) conditions.push(await matchesRule(tx, viewer, rule, locationId))
  if (conditions.length === 0) return 'not-in-audience'
  const contact = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', '=', contactId)
    .where('t.mainId', 'is', null)
    .where(({ or }) => or(conditions))
    .select(hasOpenConversation(tx, sql`${contactId}::uuid`).as('isOpen'))
    .executeTakeFirst()
  if (!contact) return 'not-in-audience'
  return audience.excludesOpenConversations && contact.isOpen ? 'open-conversation' : 'member'
}

/** The members of a fixed group; none if it was deleted or follows a filter since. */
async function selectFixed(
  tx: TenantTx,
  viewer: Person,
  id: string,
  page: Parameters<SelectPage>[0],
): Promise<RawBuilder<unknown>> {
  const [group] = await findGroups(tx, viewer, [id])
  return group?.kind === 'fixed' ? selectMembers(tx, viewer, group, page) : NO_CONTACTS(page)
}

const listSelects = async (tx: TenantTx, viewer: Person, audience: Audience): Promise<SelectPage[]> =>
  selectByRule(tx, viewer, await describeAudience(tx, viewer, audience), audience.locationId)

/** SQL: a row per subscribed number; `id` is null if its contact is not in the audience, but the row counts as read. */
const selectSubscribers = (
  tx: TenantTx,
  viewer: Person,
  locationId: string | null,
  { after, limit }: Parameters<SelectPage>[0],
) => sql`
  select case when ${isSubscriber(tx)} and ${isContactVisible(tx, viewer)}
      ${isAt(locationId)} then t.id end as id, s.phone as key
  from (
    select s.phone from subscribers s
    where s.tenant_id = ${tx.tenantId} and s.state = 'subscribed' ${after === null ? sql`` : sql`and s.phone > ${after}`}
    order by s.phone limit ${limit}
  ) s
  left join lateral (
    select coalesce(r.main_id, r.id) as id from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = s.phone limit 1
  ) r on true
  left join lateral (select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.id limit 1) t on true`

/** SQL: contacts without those that have an open conversation, which are still counted as read. */
const withoutOpen = (tx: TenantTx, contacts: RawBuilder<unknown>) => sql`
  select case when ${hasOpenConversation(tx, sql`w.id`)} then null else w.id end as id, w.key from (${contacts}) w`

/** SQL: whether a contact has an open conversation, with any of its numbers. */
const hasOpenConversation = (tx: TenantTx, id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from contacts t
  cross join lateral unnest(t.phone || t.other_phones) as p (phone)
  cross join lateral (
    select from conversations c
    where c.tenant_id = ${tx.tenantId} and c.contact_phone = p.phone and not c.is_closed limit 1
  ) c
  where t.tenant_id = ${tx.tenantId} and t.id = ${id}
)`

/** SQL: the contacts of an audience that the viewer may see now, each once, about `limit` of them. */
export async function selectAudience(
  tx: TenantTx,
  viewer: Person,
  audience: Audience,
  limit: number,
): Promise<RawBuilder<unknown>> {
  const selections: RawBuilder<unknown>[] = []
  for (const select of await listSelects(tx, viewer, audience)) selections.push(await select({ limit, after: null }))
  if (selections.length === 0) return sql`select null::uuid as id, null::uuid as key where false`
  return sql`
    select w.id, w.id as key from (${sql.join(
      selections.map((selected) => sql`(select x.id from (${selected}) x)`),
      sql` union `,
    )}) w where w.id is not null limit ${limit}`
}

/** How many contacts of an audience the viewer may see; null if counting them takes longer than `milliseconds`. */
export const countAudience = (
  tx: TenantTx,
  viewer: Person,
  audience: Audience,
  milliseconds: number,
): Promise<number | null> =>
  readWithin(tx, milliseconds, async () => {
    const contacts = await selectAudience(tx, viewer, audience, Number.MAX_SAFE_INTEGER)
    const { n } = await tx
      .selectFrom(sql<object>`(${contacts})`.as('w'))
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
    return n
  })

/**
 * Counts an audience, up to `max`. Errs on the side of more: contacts that several rules select count several times,
 * and an audience that cannot be counted within `milliseconds` counts as `max`.
 */
export async function countUpTo(
  tx: TenantTx,
  viewer: Person,
  audience: Audience,
  max: number,
  milliseconds = AUDIENCE_READ_MS,
): Promise<number> {
  const deadline = performance.now() + milliseconds
  const count = await readWithin(tx, milliseconds, async () => {
    let sum = 0
    for (const select of await listSelects(tx, viewer, audience)) {
      for (let after: string | null | undefined = null; after !== undefined; ) {
        const contacts = await select({ after, limit: GROUP_BATCH })
        const page: { n: number; read: number; last: string | null } = await tx
          .selectFrom(sql<object>`(${contacts})`.as('w'))
          .select([
            sql<number>`count(w.id)::int`.as('n'),
            sql<number>`count(*)::int`.as('read'),
            sql<string | null>`max(w.key::text)`.as('last'),
          ])
          .executeTakeFirstOrThrow()
        sum += page.n
        if (sum >= max || performance.now() > deadline) return max
        after = page.read < GROUP_BATCH ? undefined : page.last
      }
    }
    return sum
  })
  return count ?? max
}
