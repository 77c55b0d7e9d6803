import type { SubscriberSource } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { hasAnyOptedOutText, optOutsText } from './opt-outs.ts'

// The rows of subscribers follow the ledger of consent: they say how people joined, and never decide who may be texted.

/**
 * SQL text: whether a number agreed to marketing texts and may get them. An opt-in to one of our numbers holds despite
 * an opt-out from another; an opt-in to all of our numbers does not. No other number of the person may have opted out.
 */
export const isSubscribedText = (tenant: string, { phone, others }: { phone: string; others: string }): string => `(
  exists (
    select from opt_outs i
    where i.tenant_id = ${tenant} and i.contact_phone = ${phone}
      and i.is_marketing_opted_out is false and i.is_opted_out is not true
      and (i.tenant_phone <> '' or not exists (${optOutsText(tenant, phone, 'all or marketing')} offset 0))
    offset 0
  ) and not ${hasAnyOptedOutText(tenant, others, 'all or marketing')}
)`

const PHONES = '(t.phone || t.other_phones)'

/**
 * SQL: whether the contact `t` is a subscriber: on the list, having agreed to marketing texts with one of their
 * numbers, not opted out, and not awaiting a confirmation. Looks up each number by the keys of `subscribers` and
 * `opt_outs`.
 */
export const isSubscriber = (tx: TenantTx): RawBuilder<boolean> =>
  forTenant(
    tx,
    (tenant) => `exists (
      select from unnest(${PHONES}) as n (phone) cross join lateral (
        select from subscribers s
        where s.tenant_id = ${tenant} and s.phone = n.phone and s.state = 'subscribed'
          and ${isSubscribedText(tenant, { phone: 's.phone', others: `array_remove(${PHONES}, s.phone)` })}
        limit 1
      ) s
    )`,
  )

/** How a person joined. */
export interface Joined {
  source: SubscriberSource
  /** Our number, if they agreed to texts from that one. */
  tenantPhone: string | null
  keyword?: string | undefined
}

/** Adds a person who agreed to marketing texts. The record of a double opt-in is kept. */
export async function addSubscriber(
  tx: TenantTx,
  phone: string,
  { source, tenantPhone, keyword, at }: Joined & { at: string },
): Promise<void> {
  await sql`
    insert into subscribers as s (tenant_id, phone, state, source, tenant_phone, keyword, joined_at)
    values (${tx.tenantId}, ${phone}, 'subscribed', ${source}, ${tenantPhone}, ${keyword ?? null}, ${at}::timestamptz)
    on conflict (tenant_id, phone) do update set
      state = 'subscribed', joined_at = excluded.joined_at, left_at = null,
      source = case when s.state = 'pending' then s.source else excluded.source end,
      tenant_phone = case when s.state = 'pending' then s.tenant_phone else excluded.tenant_phone end,
      keyword = case when s.state = 'pending' then s.keyword else excluded.keyword end
    where s.state <> 'subscribed'`.execute(tx)
}

/**
 * Adds a person as pending until they confirm. Returns false for a subscriber, and for a person who was added before
 * unless `again` is set, as for a keyword.
 */
export async function addPendingSubscriber(
  tx: TenantTx,
  phone: string,
  { source, tenantPhone, keyword, question, again, at }: Joined & { question: string; again: boolean; at: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into subscribers as s (tenant_id, phone, state, source, tenant_phone, keyword, question, joined_at)
    values (${tx.tenantId}, ${phone}, 'pending', ${source}, ${tenantPhone}, ${keyword ?? null}, ${question}, ${at}::timestamptz)
    on conflict (tenant_id, phone) do update set
      state = 'pending', joined_at = excluded.joined_at, left_at = null, source = excluded.source,
      tenant_phone = excluded.tenant_phone, keyword = excluded.keyword, question = excluded.question
    where ${again} and s.state <> 'subscribed'`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Brings the state of subscribers in line with the consent of these numbers, and of other numbers of the same people.
 * Subscribers whose opt-in was voided leave the list. Numbers are looked up one by one, whatever the planner expects of
 * a business that has just imported them.
 *
 * @param phones SQL: an array of numbers.
 */
export async function updateSubscriberStates(tx: TenantTx, phones: RawBuilder<unknown>, at: string): Promise<void> {
  // Locked by a statement of its own: the next one reads what the transaction that held the lock has recorded.
  const { rows } = await sql<{ phone: string }>`
    select s.phone from (
      select unnest(t.phone || t.other_phones) as phone from unnest(${phones}) as p (phone) cross join lateral (
        select t.phone, t.other_phones from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = p.phone limit 1
      ) t
      union select unnest(${phones}) order by 1
    ) p cross join lateral (
      select s.phone from subscribers s
      where s.tenant_id = ${tx.tenantId} and s.phone = p.phone and s.state <> 'removed' limit 1
    ) s for no key update of s`.execute(tx)
  if (rows.length === 0) return
  const state = forTenant(
    tx,
    (tenant) => `case
      when ${isSubscribedText(tenant, { phone: 's.phone', others: 'array_remove(c.phones, s.phone)' })} then 'subscribed'
      when ${hasAnyOptedOutText(tenant, 's.phone || c.phones', 'all or marketing')} then 'unsubscribed'
      when s.state = 'pending' then 'pending'
      else 'removed'
    end`,
  )
  // Upsert instead of update: the planner may join an update in either order, but finds a conflict by the key.
  await sql`
    insert into subscribers as s (tenant_id, phone, state, source, joined_at, left_at)
    select ${tx.tenantId}, n.phone, n.now, n.source, n.joined_at, case when n.now = 'unsubscribed' then ${at}::timestamptz end
    from (
      select s.*, ${state} as now from unnest(${rows.map(({ phone }) => phone)}::text[]) as p (phone)
      cross join lateral (
        select s.phone, s.state, s.source, s.joined_at from subscribers s
        where s.tenant_id = ${tx.tenantId} and s.phone = p.phone limit 1
      ) s
      cross join lateral (
        select coalesce(
          (select ${sql.raw(PHONES)} from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = p.phone limit 1), '{}'
        ) as phones offset 0
      ) c
      offset 0
    ) n
    where n.now <> n.state
    on conflict (tenant_id, phone) do update set state = excluded.state, left_at = excluded.left_at`.execute(tx)
}
