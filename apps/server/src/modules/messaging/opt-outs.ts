import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { fillText, forTenant } from '../../platform/database/for-tenant.ts'

/** Conditions on an opt-out: of all texts, of marketing, or of either. */
const CONDITIONS = {
  all: 'o.is_opted_out',
  marketing: 'o.is_marketing_opted_out',
  'all or marketing': '(o.is_opted_out or o.is_marketing_opted_out)',
}
type OptOutOf = keyof typeof CONDITIONS

/**
 * SQL text: the opt-outs of a contact's number, from any of our numbers. The only condition on this table; statements
 * differ in where they use it.
 */
export const optOutsText = (tenant: string, phone: string, of: OptOutOf = 'all'): string =>
  `select true as is_opted_out from opt_outs o where o.tenant_id = ${tenant} and o.contact_phone = ${phone} and ${CONDITIONS[of]}`

/**
 * SQL: whether a contact's number opted out from any of our numbers. `offset 0` keeps the planner from making a join of
 * it, which would compare the numbers of all contacts with all opt-outs.
 */
export const hasOptedOut = (tx: TenantTx, phone: string, of: OptOutOf = 'all'): RawBuilder<boolean> =>
  forTenant(tx, (tenant) => `exists (${optOutsText(tenant, phone, of)} offset 0)`)

/**
 * SQL text: whether any number of an array opted out from any of our numbers. Each is looked up by itself: with
 * `any(…)` of a column the planner may read all opt-outs instead, for every row.
 */
export const hasAnyOptedOutText = (tenant: string, phones: string, of: OptOutOf = 'all'): string =>
  `exists (select from unnest(${phones}) as p (phone) cross join lateral (${optOutsText(tenant, 'p.phone', of)} limit 1) o)`

/** The same for the tenant of a transaction. */
export const hasAnyOptedOut = (tx: TenantTx, phones: string, of: OptOutOf = 'all'): RawBuilder<boolean> =>
  forTenant(tx, (tenant) => hasAnyOptedOutText(tenant, phones, of))

/** SQL: the `phone` numbers that opted out from any of our numbers, each once. More than `most` may be left out. */
export const optedOutNumbers = (tx: TenantTx, of: OptOutOf, most: RawBuilder<unknown>): RawBuilder<unknown> => {
  // Each condition has an index of its own.
  const numbers = (of === 'all or marketing' ? (['all', 'marketing'] as const) : [of]).map(
    (each) => sql`(
      select distinct o.contact_phone as phone from opt_outs o
      where o.tenant_id = ${tx.tenantId} and ${sql.raw(CONDITIONS[each])} limit ${most}
    )`,
  )
  return sql.join(numbers, sql` union `)
}

/**
 * SQL text: whether a pair of numbers is opted out. The record of the pair decides; without one, an opt-out at another
 * of our numbers does.
 */
export const isPairOptedOutText = (
  tenant: string,
  { contactPhone, tenantPhone, of }: { contactPhone: string; tenantPhone: string; of: 'all' | 'marketing' },
): string => `coalesce(
  (select ${CONDITIONS[of]} from opt_outs o where o.tenant_id = ${tenant} and o.contact_phone = ${contactPhone} and o.tenant_phone = ${tenantPhone}),
  exists (${optOutsText(tenant, contactPhone, of)})
)`

/** A number in E.164, or an SQL expression for one. */
export type PhoneOperand = string | RawBuilder<string>

/** SQL: consent for this number pair decides; without any, an opt-out at another of our numbers does. */
export const isOptedOut = (tx: TenantTx, contactPhone: PhoneOperand, tenantPhone: PhoneOperand) =>
  isPairOptedOut(tx, 'all', contactPhone, tenantPhone)

/** SQL: the same for marketing alone. An opt-out of all texts forbids marketing too, so callers check both. */
export const isMarketingOptedOut = (tx: TenantTx, contactPhone: PhoneOperand, tenantPhone: PhoneOperand) =>
  isPairOptedOut(tx, 'marketing', contactPhone, tenantPhone)

const isPairOptedOut = (
  tx: TenantTx,
  of: 'all' | 'marketing',
  contactPhone: PhoneOperand,
  tenantPhone: PhoneOperand,
): RawBuilder<boolean> =>
  fillText(
    (tenant, contact, ours) => isPairOptedOutText(tenant, { contactPhone: contact, tenantPhone: ours, of }),
    tx.tenantId,
    contactPhone,
    tenantPhone,
  )
