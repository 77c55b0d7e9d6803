import type { SendGateReason } from '@frontdesk/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** Who wants to reach whom. */
export interface SendRequest {
  contactPhone: string
  tenantPhone: string
  /** The one confirmation after an opt-out word is owed even to somebody who just opted out. */
  purpose: 'conversation' | 'keyword-answer'
}

/** *send*, or *refuse* with every reason there is. Everything that leaves the business asks here, at the time it leaves. */
export type SendDecision = { verdict: 'send' } | { verdict: 'refuse'; reasons: SendGateReason[] }

/**
 * Decides whether a text may go out now. A person who opted out at one of our numbers is not texted from any other,
 * unless they opted in there.
 */
export async function checkSend(
  tx: TenantTx,
  { contactPhone, tenantPhone, purpose }: SendRequest,
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
  const reasons: SendGateReason[] = []
  if (found?.isOptedOut && purpose !== 'keyword-answer') reasons.push('opted-out')
  if (found?.isBlocked) reasons.push('blocked')
  if (found?.isLandline) reasons.push('landline')
  if (!hasAccount) reasons.push('no-sending-account')
  return reasons.length > 0 ? { verdict: 'refuse', reasons } : { verdict: 'send' }
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
