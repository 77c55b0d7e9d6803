import type { CampaignAudience, ContactCriteria, StoredAudience, StoredAudienceRule } from '@frontdesk/contract/api'
import { fromSid, GROUP_BATCH } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { readWithin } from '../../platform/database/time-limit.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from '../accounts/index.ts'
import { matchingContacts } from '../contact-list/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import { AUDIENCE_READ_MS } from '../group-messages/index.ts'
import { describeGroup, findGroups, restrictToLocation, selectMembers } from '../groups/index.ts'
import { isSubscriber } from '../subscribers/index.ts'
import { isContactVisible } from '../visibility/index.ts'

interface Audience {
  audience: CampaignAudience
  locationId: string | null
}

/** Selects a page of contacts in the order of `key`, behind a key. */
type SelectPage = (page: { after: string | null; limit: number }) => Promise<RawBuilder<unknown>>

/** A rule of an audience, as it is now, and the contacts it selects. */
interface SelectingRule {
  rule: StoredAudienceRule
  select: SelectPage
}

const NO_CONTACTS: SelectPage = async () => sql`select null::uuid as id, null::uuid as key where false`

/**
 * The rules of an audience, each with the contacts that the viewer may see now, as `id` and `key`. Several may select the
 * same contact. Once it is
 * being sent, segments and groups that are gone have no further contacts; before, they are an error.
 */
export async function listAudienceRules(
  tx: TenantTx,
  viewer: Person,
  audience: Audience,
  { isSending = false } = {},
): Promise<SelectingRule[]> {
  const { segmentIDs, groupSids, tags, subscribers, criteria, excludesOpenConversations } = audience.audience
  const matching =
    (filter: ContactCriteria): SelectPage =>
    async ({ limit, after }) => {
      const contacts = await matchingContacts(tx, viewer, restrictToLocation(filter, audience.locationId), limit, after)
      return sql`select x.id, x.id as key from (${contacts}) x`
    }
  const rules: SelectingRule[] = []
  for (const id of segmentIDs) {
    const segment = await findSegment(tx, viewer, id)
    if (!segment && !isSending) throw new AppError('SegmentNotFound')
    rules.push({
      rule: {
        kind: 'segment',
        name: segment?.name ?? null,
        criteria: segment?.criteria ?? null,
        isShared: segment?.isShared ?? false,
      },
      select: segment ? matching(segment.criteria) : NO_CONTACTS,
    })
  }
  if (tags.length > 0) rules.push({ rule: { kind: 'tags', tags }, select: matching({ tagsSearch: tags }) })
  if (criteria) rules.push({ rule: { kind: 'filter', criteria }, select: matching(criteria) })
  for (const sid of groupSids) {
    const [group] = await findGroups(tx, viewer, [fromSid(sid)])
    if (!group && !isSending) throw new AppError('GroupNotFound')
    rules.push({
      rule: group ? await describeGroup(tx, group) : { ...MISSING_GROUP, id: fromSid(sid) },
      select: group ? (page) => selectMembers(tx, viewer, group, page) : NO_CONTACTS,
    })
  }
  if (subscribers)
    rules.push({
      rule: { kind: 'subscribers' },
      select: async (page) => selectSubscribers(tx, viewer, audience.locationId, page),
    })
  if (!excludesOpenConversations) return rules
  return rules.map(({ rule, select }) => ({ rule, select: async (page) => withoutOpen(tx, await select(page)) }))
}

const MISSING_GROUP = { kind: 'group', name: null, criteria: null, isDynamic: false, locationId: null } as const

/** The rules of an audience as they are now. */
export async function describeAudience(tx: TenantTx, viewer: Person, audience: Audience): Promise<StoredAudience> {
  const rules = await listAudienceRules(tx, viewer, audience)
  const { excludesOpenConversations } = audience.audience
  return { rules: rules.map(({ rule }) => rule), excludesOpenConversations }
}

/** SQL: a row per subscribed number; `id` is null if its contact is not in the audience, but the row counts as read. */
const selectSubscribers = (
  tx: TenantTx,
  viewer: Person,
  locationId: string | null,
  { after, limit }: Parameters<SelectPage>[0],
) => sql`
  select case when ${isSubscriber(tx)} and ${isContactVisible(tx, viewer)}
      ${locationId === null ? sql`` : sql`and t.location_id = ${locationId}`} then t.id end as id, s.phone as key
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
  select case when o.is_open then null else w.id end as id, w.key
  from (${contacts}) w
  cross join lateral (
    select exists (
      select from contacts t
      cross join lateral unnest(t.phone || t.other_phones) as p (phone)
      cross join lateral (
        select from conversations c
        where c.tenant_id = ${tx.tenantId} and c.contact_phone = p.phone and not c.is_closed limit 1
      ) c
      where t.tenant_id = ${tx.tenantId} and t.id = w.id
    ) as is_open
  ) o`

/** SQL: the contacts of an audience that the viewer may see now, each once, about `limit` of them. */
export async function selectAudience(
  tx: TenantTx,
  viewer: Person,
  audience: Audience,
  limit: number,
): Promise<RawBuilder<unknown>> {
  const selections: RawBuilder<unknown>[] = []
  for (const { select } of await listAudienceRules(tx, viewer, audience))
    selections.push(await select({ limit, after: null }))
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
 * Counts an audience, up to `max`. Errs on the side of more: contacts that several rules select count several times, and
 * an audience that cannot be counted within `milliseconds` counts as `max`.
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
    for (const { select } of await listAudienceRules(tx, viewer, audience)) {
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
