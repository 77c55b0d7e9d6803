import type { SubscriberCriteria } from '@frontdesk/contract/api'
import type { SubscriberState, Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { readInstant } from '../../platform/paging.ts'
import { type Lookups, lookUp, matches } from '../contact-list/index.ts'
import { hasAnyOptedOut, isSubscribedText } from '../messaging/index.ts'

export interface SubscriberQuery {
  state: SubscriberState
  criteria: SubscriberCriteria
}

/**
 * SQL: `from … where …` for the subscribers `s` of a state that match and whose contact `t`, the main row of the
 * person, the viewer may see. Consent decides about the state; the stored one only orders the walk.
 */
export async function fromSubscribers(
  tx: TenantTx,
  viewer: Viewer,
  { state, criteria }: SubscriberQuery,
): Promise<RawBuilder<unknown>> {
  const { sources, joinedFromUtc, joinedBeforeUtc, ...contact } = criteria
  const lookups = await lookUp(tx, viewer, contact)
  return sql`
    from ${lookups.ids ? subscribersOf(tx, lookups.ids) : contactsOfSubscribers(tx)}
    where s.tenant_id = ${tx.tenantId} and s.state = ${state} and ${isInState(tx, state)}
      and ${matches(tx, viewer, contact, lookups)}
      ${sources ? sql`and s.source = any(${[...sources]}::text[])` : sql``}
      ${joinedFromUtc ? sql`and s.joined_at >= ${readInstant(joinedFromUtc, 'joinedFromUtc')}::timestamptz` : sql``}
      ${joinedBeforeUtc ? sql`and s.joined_at < ${readInstant(joinedBeforeUtc, 'joinedBeforeUtc')}::timestamptz` : sql``}`
}

/** Each subscriber with their contact, looked up by keys: the tables fill quickly and have no statistics then. */
const contactsOfSubscribers = (tx: TenantTx) => sql`
  subscribers s
  cross join lateral (
    select coalesce(r.main_id, r.id) as id from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = s.phone limit 1
  ) r
  cross join lateral (select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.id limit 1) t`

/** The subscribers among few contacts that a search has found. */
const subscribersOf = (tx: TenantTx, ids: NonNullable<Lookups['ids']>) => sql`
  unnest(${ids}::uuid[]) w (id)
  cross join lateral (
    select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = w.id and t.main_id is null limit 1
  ) t
  cross join lateral unnest(t.phone || t.other_phones) n (phone)
  cross join lateral (select s.* from subscribers s where s.tenant_id = ${tx.tenantId} and s.phone = n.phone limit 1) s`

function isInState(tx: TenantTx, state: SubscriberState): RawBuilder<unknown> {
  // People who opted out of marketing can subscribe again by text; after an opt-out of all texts only START works.
  if (state === 'pending') return sql`not ${hasAnyOptedOut(tx, 't.phone || t.other_phones')}`
  const isSubscribed = forTenant(tx, (tenant) =>
    isSubscribedText(tenant, { phone: 's.phone', others: 'array_remove(t.phone || t.other_phones, s.phone)' }),
  )
  return state === 'subscribed' ? isSubscribed : sql`not ${isSubscribed}`
}
