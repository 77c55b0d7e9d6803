import type { SendGateReason } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSendingSettings } from '../sending/index.ts'
import { opensAt, type Whereabouts, whereIs } from './quiet-hours.ts'

/** Who wants to reach whom. */
export interface SendRequest {
  contactPhone: string
  tenantPhone: string
  /**
   * `conversation`: a person writes it now. `automatic`: a rule, a campaign, or what was written for later; that waits for
   * the day where the contact is. `keyword-answer`: the one confirmation after an opt-out word, owed even to somebody who
   * just opted out.
   */
  purpose: 'conversation' | 'automatic' | 'keyword-answer'
  at: string
}

/** What forbids a text at any hour. */
export type Refusal = Exclude<SendGateReason, 'quiet-hours'>

/**
 * *send*, *hold until*, or *refuse* with every reason there is. Everything that leaves the business asks here, at the
 * time it leaves.
 */
export type SendDecision =
  | { verdict: 'send' }
  | { verdict: 'hold'; reasons: ['quiet-hours']; until: string }
  | { verdict: 'refuse'; reasons: Refusal[] }

/**
 * Decides whether a text may go out now. A person who opted out at one of our numbers is not texted from any other,
 * unless they opted in there.
 */
export async function checkSend(
  tx: TenantTx,
  { contactPhone, tenantPhone, purpose, at }: SendRequest,
  hasAccount: boolean,
): Promise<SendDecision> {
  const { rows } = await sql<{ isOptedOut: boolean; isBlocked: boolean; isLandline: boolean }>`
    select
      ${isOptedOut(tx, contactPhone, tenantPhone)} as is_opted_out,
      ${isBlocked(tx, contactPhone)} as is_blocked,
      exists (
        select from contacts c where c.tenant_id = ${tx.tenantId} and c.phone = ${contactPhone} and c.line_type = 'landline'
      ) as is_landline
  `.execute(tx)
  const [found] = rows
  const reasons: Refusal[] = []
  if (found?.isOptedOut && purpose !== 'keyword-answer') reasons.push('opted-out')
  if (found?.isBlocked) reasons.push('blocked')
  if (found?.isLandline) reasons.push('landline')
  if (!hasAccount) reasons.push('no-sending-account')
  if (reasons.length > 0) return { verdict: 'refuse', reasons }
  if (purpose !== 'automatic') return { verdict: 'send' }
  const { until } = await findDaytime(tx, { contactPhone, tenantPhone, at })
  return until === null ? { verdict: 'send' } : { verdict: 'hold', reasons: ['quiet-hours'], until }
}

/** Where a contact is, and until when it is night there by the law; null while it is day. */
export async function findDaytime(
  tx: TenantTx,
  { contactPhone, tenantPhone, at }: Omit<SendRequest, 'purpose'>,
): Promise<Whereabouts & { until: string | null }> {
  const [hours, location] = await Promise.all([
    readSendingSettings(tx),
    tx
      .selectFrom('phoneNumbers as p')
      .innerJoin('locations as l', (on) => on.onRef('l.tenantId', '=', 'p.tenantId').onRef('l.id', '=', 'p.locationId'))
      .where('p.tenantId', '=', tx.tenantId)
      .where('l.tenantId', '=', tx.tenantId)
      .where('p.phoneNumber', '=', tenantPhone)
      .select('l.timeZone')
      .executeTakeFirst(),
  ])
  const whereabouts = whereIs(contactPhone, location?.timeZone ?? 'UTC')
  const opens = opensAt(whereabouts, hours, at)
  return { ...whereabouts, until: isAfter(opens, at) ? opens : null }
}

/** SQL: the word given to this very number decides; without one, any opt-out to another of our numbers does. */
export const isOptedOut = (
  tx: TenantTx,
  contactPhone: PhoneOperand,
  tenantPhone: PhoneOperand,
) => sql<boolean>`coalesce(
  (select o.is_opted_out from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and o.tenant_phone = ${tenantPhone}),
  exists (select from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and o.is_opted_out)
)`

/** SQL: whether the business blocked this number. */
export const isBlocked = (tx: TenantTx, contactPhone: PhoneOperand) =>
  sql<boolean>`exists (select from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = ${contactPhone})`

/** A number in E.164, or the column that holds it. */
type PhoneOperand = string | RawBuilder<string>
