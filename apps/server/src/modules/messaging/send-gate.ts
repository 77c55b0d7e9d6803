import type { SendGateReason } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSendingSettings } from '../sending/index.ts'
import { type ContactRegion, contactRegion, nextSendTime } from './quiet-hours.ts'

export interface SendRequest {
  contactPhone: string
  tenantPhone: string
  /**
   * `conversation`: a teammate sends it now. `automatic`: auto-replies, campaigns and scheduled messages, which are held
   * during quiet hours. `keyword-answer`: the single confirmation of an opt-out, which is sent despite the opt-out.
   */
  purpose: 'conversation' | 'automatic' | 'keyword-answer'
  /** Marketing: campaigns and messages to groups, refused also after an opt-out of marketing only. Default: service. */
  isMarketing?: boolean
  at: string
}

/** Reasons that forbid a text at any hour. */
export type Refusal = Exclude<SendGateReason, 'quiet-hours'>

/**
 * Send, hold until a time, or refuse with all reasons. Every outgoing text is checked, again at the time it is sent.
 */
export type SendDecision =
  | { verdict: 'send' }
  | { verdict: 'hold'; reasons: ['quiet-hours']; until: string }
  | { verdict: 'refuse'; reasons: Refusal[] }

/**
 * Decides whether a text may be sent now. An opt-out at one of our numbers applies to all of them, except those the
 * contact opted in to.
 */
export async function checkSend(
  tx: TenantTx,
  { contactPhone, tenantPhone, purpose, isMarketing = false, at }: SendRequest,
  hasAccount: boolean,
): Promise<SendDecision> {
  const contact = await tx
    .selectNoFrom(({ exists, selectFrom }) => [
      isOptedOut(tx, contactPhone, tenantPhone).as('isOptedOut'),
      (isMarketing ? isMarketingOptedOut(tx, contactPhone, tenantPhone) : sql<boolean>`false`).as(
        'isMarketingOptedOut',
      ),
      isBlocked(tx, contactPhone).as('isBlocked'),
      exists(
        selectFrom('contacts as c')
          .where('c.tenantId', '=', tx.tenantId)
          .where('c.phone', '=', contactPhone)
          .where('c.lineType', '=', 'landline')
          .select('c.id'),
      ).as('isLandline'),
    ])
    .executeTakeFirstOrThrow()
  const reasons: Refusal[] = []
  if (contact.isOptedOut && purpose !== 'keyword-answer') reasons.push('opted-out')
  else if (contact.isMarketingOptedOut) reasons.push('opted-out-of-marketing')
  if (contact.isBlocked) reasons.push('blocked')
  if (contact.isLandline) reasons.push('landline')
  if (!hasAccount) reasons.push('no-sending-account')
  if (reasons.length > 0) return { verdict: 'refuse', reasons }
  if (purpose !== 'automatic') return { verdict: 'send' }
  const { until } = await findQuietHours(tx, { contactPhone, tenantPhone, at })
  return until === null ? { verdict: 'send' } : { verdict: 'hold', reasons: ['quiet-hours'], until }
}

/** Returns a contact's region and the end of current quiet hours there; null outside quiet hours. */
export async function findQuietHours(
  tx: TenantTx,
  { contactPhone, tenantPhone, at }: Omit<SendRequest, 'purpose' | 'isMarketing'>,
): Promise<ContactRegion & { until: string | null }> {
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
  const region = contactRegion(contactPhone, location?.timeZone ?? 'UTC')
  const opens = nextSendTime(region, hours, at)
  return { ...region, until: isAfter(opens, at) ? opens : null }
}

/** SQL: consent for this number pair decides; without any, an opt-out at another of our numbers does. */
export const isOptedOut = (tx: TenantTx, contactPhone: PhoneOperand, tenantPhone: PhoneOperand) =>
  isOptedOutOf(tx, 'is_opted_out', contactPhone, tenantPhone)

/** SQL: the same for marketing alone. An opt-out of all texts forbids marketing too, so callers check both. */
export const isMarketingOptedOut = (tx: TenantTx, contactPhone: PhoneOperand, tenantPhone: PhoneOperand) =>
  isOptedOutOf(tx, 'is_marketing_opted_out', contactPhone, tenantPhone)

function isOptedOutOf(
  tx: TenantTx,
  column: 'is_opted_out' | 'is_marketing_opted_out',
  contactPhone: PhoneOperand,
  tenantPhone: PhoneOperand,
) {
  const optedOut = sql.raw(`o.${column}`)
  return sql<boolean>`coalesce(
  (select ${optedOut} from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and o.tenant_phone = ${tenantPhone}),
  exists (select from opt_outs o where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and ${optedOut})
)`
}

/** SQL: whether the business blocked the contact's number. */
export const isBlocked = (tx: TenantTx, contactPhone: PhoneOperand) =>
  sql<boolean>`exists (select from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = ${contactPhone})`

/** A number in E.164, or an SQL expression for one. */
type PhoneOperand = string | RawBuilder<string>
