import type { Subscriber, SubscriberCriteria, SubscriberStats } from '@frontdesk/contract/api'
import { SUBSCRIBER_STATES, SUBSCRIBERS_COUNT_MAX, type SubscriberState, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { isWordingVisible, visibleWording } from '../messaging/index.ts'
import { fromSubscribers, type SubscriberQuery } from './select-subscribers.ts'

interface SubscriberRow {
  phone: string
  source: Subscriber['source']
  tenantPhone: string | null
  keyword: string | null
  joinedAt: string
  leftAt: string | null
  optOut: (NonNullable<Subscriber['optOut']> & { isWordingVisible: boolean }) | null
  contactId: string
  name: string
  tags: string[]
  locationId: string
}

const columns = (tx: TenantTx, viewer: Viewer) => sql`s.phone, s.source, s.tenant_phone as "tenantPhone", s.keyword,
  s.joined_at as "joinedAt", s.left_at as "leftAt", ${lastOptOut(tx, viewer)} as "optOut", t.id as "contactId", t.name, t.tags, t.location_id as "locationId"`

/** SQL: the record of consent with which an unsubscribed person left. A later one changed nothing. */
const lastOptOut = (tx: TenantTx, viewer: Viewer) => sql`case when s.state = 'unsubscribed' then (
  select jsonb_build_object('source', e.source, 'wording', e.wording, 'recordedBy', (
    select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = e.recorded_by
  ), 'isWordingVisible', ${isWordingVisible(tx, viewer)})
  from unnest(t.phone || t.other_phones) as n (phone) cross join lateral (
    select e.* from consent_events e
    where e.tenant_id = ${tx.tenantId} and e.contact_phone = n.phone and e.kind = 'opt-out' and e.purpose <> 'service'
      and e.created_at <= coalesce(s.left_at, 'infinity')
    order by e.created_at desc, e.id desc limit 1
  ) e
  order by e.created_at desc, e.id desc limit 1
) end`

const readRows = async (tx: TenantTx, viewer: Viewer, from: RawBuilder<unknown>): Promise<SubscriberRow[]> =>
  (await sql<SubscriberRow>`select ${columns(tx, viewer)} ${from}`.execute(tx)).rows

const toSubscriber = (state: SubscriberState, row: SubscriberRow): Subscriber => ({
  phoneNumber: row.phone,
  state,
  contactID: row.contactId,
  name: row.name,
  tags: row.tags,
  locationID: row.locationId,
  source: row.source,
  tenantPhoneNumber: row.tenantPhone,
  keyword: row.keyword,
  joinedOnUtc: row.joinedAt,
  leftOnUtc: row.leftAt,
  optOut: row.optOut && {
    source: row.optOut.source,
    wording: visibleWording(row.optOut),
    recordedBy: row.optOut.recordedBy,
  },
})

interface Page extends SubscriberQuery {
  pageSize: number
  cursor?: string | undefined
}

/** Lists the subscribers of a state, those who joined last first. */
export async function listSubscribers(
  tx: TenantTx,
  actor: Actor,
  { pageSize, cursor, ...query }: Page,
): Promise<{ subscribers: Subscriber[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readSubscriberCursor(cursor)
  const rows = await readRows(
    tx,
    actor,
    sql`${await fromSubscribers(tx, actor, query)}
      ${after ? sql`and (s.joined_at, s.phone) < (${after.joinedAt}::timestamptz, ${after.phone})` : sql``}
    order by s.joined_at desc, s.phone desc limit ${pageSize + 1}`,
  )
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    subscribers: page.map((row) => toSubscriber(query.state, row)),
    nextCursor: rows.length > pageSize && last ? `${last.joinedAt}|${last.phone}` : null,
  }
}

function readSubscriberCursor(cursor: string): { joinedAt: string; phone: string } {
  const [, joinedAt, phone] = /^([\d:.TZ-]+)\|(.{1,40})$/s.exec(cursor) ?? []
  if (joinedAt === undefined || phone === undefined) throw invalidInput('cursor', 'Not a valid cursor')
  return { joinedAt: readInstant(joinedAt, 'cursor'), phone }
}

/** Finds the subscribers with these numbers that the actor may see, in a state. */
export async function findSubscribers(
  tx: TenantTx,
  actor: Actor,
  state: SubscriberState,
  phones: readonly string[],
): Promise<Subscriber[]> {
  const from = await fromSubscribers(tx, actor, { state, criteria: {} })
  const rows = await readRows(tx, actor, sql`${from} and s.phone = any(${[...phones]}::text[])`)
  return rows.map((row) => toSubscriber(state, row))
}

/** Counts the subscribers of each state that match, up to a limit. */
export async function countSubscribers(
  tx: TenantTx,
  actor: Actor,
  criteria: SubscriberCriteria,
): Promise<SubscriberStats> {
  const count = async (state: SubscriberState) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (
        select ${await fromSubscribers(tx, actor, { state, criteria })} limit ${SUBSCRIBERS_COUNT_MAX + 1}
      ) matching`.execute(tx)
    const n = rows[0]?.n ?? 0
    return [state, { count: Math.min(n, SUBSCRIBERS_COUNT_MAX), isCapped: n > SUBSCRIBERS_COUNT_MAX }] as const
  }
  const [subscribed, pending, unsubscribed] = await Promise.all(SUBSCRIBER_STATES.map(count))
  if (!subscribed || !pending || !unsubscribed) throw new Error('A state was not counted.')
  return { subscribed: subscribed[1], pending: pending[1], unsubscribed: unsubscribed[1] }
}
