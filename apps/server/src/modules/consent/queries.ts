import type { Consent, ConsentEvent, ConsentState, NumberConsent } from '@frontdesk/contract/api'
import { type SendGateReason, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { accessContact, phonesOf } from '../contacts/index.ts'
import {
  checkSend,
  isMarketingOptedOut,
  isOptedOut,
  isWithdrawn,
  isWordingVisible,
  type SendDecision,
  visibleWording,
} from '../messaging/index.ts'
import { isVisible } from '../visibility/index.ts'

interface Query {
  contactId: string
  pageSize: number
  cursor?: string | undefined
}

/** Whether a contact may be texted, and a page of the records of their consent. */
export async function readConsent(tx: TenantTx, actor: Actor, { contactId, ...page }: Query): Promise<Consent> {
  const phones = phonesOf(await accessContact(tx, actor, contactId))
  const [numbers, history] = await Promise.all([
    listStates(tx, actor, phones),
    listEvents(tx, actor, { phones, ...page }),
  ])
  return { numbers, texts: await findGateReasons(tx, numbers), ...history }
}

/** Present decision of the send gate about texts to the first number of a contact. */
async function findGateReasons(tx: TenantTx, numbers: readonly NumberConsent[]): Promise<Consent['texts']> {
  const [first] = numbers
  if (!first) return { service: [], marketing: [] }
  const pair = {
    contactPhone: first.phoneNumber,
    tenantPhone: numbers.find(({ tenantPhoneNumber }) => tenantPhoneNumber !== null)?.tenantPhoneNumber ?? '',
    at: tx.now(),
  }
  const service = await checkSend(tx, { ...pair, purpose: 'conversation' }, true)
  const marketing = await checkSend(tx, { ...pair, purpose: 'automatic', isMarketing: true }, true)
  return { service: reasonsOf(service), marketing: reasonsOf(marketing) }
}

const reasonsOf = (decision: SendDecision): SendGateReason[] => (decision.verdict === 'send' ? [] : decision.reasons)

/** The state of each number pair with a record or a visible conversation; a null number means all our other ones. */
async function listStates(tx: TenantTx, actor: Actor, phones: string[]): Promise<NumberConsent[]> {
  const contactPhone = sql<string>`p.contact_phone`
  const tenantPhone = sql<string>`p.tenant_phone`
  const { rows } = await sql<StateRow>`
    select p.contact_phone as "phoneNumber", p.tenant_phone as "tenantPhoneNumber",
      ${isOptedOut(tx, contactPhone, tenantPhone)} as "isOptedOut",
      ${isMarketingOptedOut(tx, contactPhone, tenantPhone)} as "isMarketingOptedOut",
      not coalesce(o.is_opted_out, g.is_opted_out, true) as "isOptedIn",
      not coalesce(o.is_marketing_opted_out, g.is_marketing_opted_out, true) as "isMarketingOptedIn",
      case when greatest(o.implied_until, g.implied_until) > ${tx.now()}::timestamptz then greatest(o.implied_until, g.implied_until) end as "impliedUntil",
      ${isOptedOutByText(tx, contactPhone, tenantPhone)} as "isOptedOutByText"
    from (
      select contact_phone, null as tenant_phone from unnest(${phones}::text[]) contact_phone
      union select o.contact_phone, o.tenant_phone from opt_outs o
      where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(${phones}::text[]) and o.tenant_phone <> ''
      union select c.contact_phone, c.tenant_phone from conversations c
      where c.tenant_id = ${tx.tenantId} and c.contact_phone = any(${phones}::text[]) and ${isVisible(actor, 'c')}
      union select v.contact_phone, v.tenant_phone from merged_conversations v
      join conversations c on c.tenant_id = ${tx.tenantId} and c.id = v.into_id
      where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${phones}::text[]) and ${isVisible(actor, 'c')}
    ) p
    left join opt_outs o on o.tenant_id = ${tx.tenantId} and o.contact_phone = p.contact_phone and o.tenant_phone = p.tenant_phone
    left join opt_outs g on g.tenant_id = ${tx.tenantId} and g.contact_phone = p.contact_phone and g.tenant_phone = ''
    order by p.contact_phone <> ${phones[0] ?? ''}, p.contact_phone, p.tenant_phone nulls last`.execute(tx)
  return rows.map(({ phoneNumber, tenantPhoneNumber, ...row }) => ({
    phoneNumber,
    tenantPhoneNumber,
    service: stateOf(row.isOptedOut, row.isOptedIn),
    marketing: stateOf(row.isOptedOut || row.isMarketingOptedOut, row.isMarketingOptedIn),
    impliedUntilUtc: row.impliedUntil,
    isOptedOutByText: row.isOptedOutByText,
  }))
}

export interface StateRow {
  phoneNumber: string
  tenantPhoneNumber: string | null
  isOptedOut: boolean
  isMarketingOptedOut: boolean
  isOptedIn: boolean
  isMarketingOptedIn: boolean
  impliedUntil: string | null
  isOptedOutByText: boolean
}

const stateOf = (isOut: boolean, isIn: boolean): ConsentState => (isOut ? 'opted-out' : isIn ? 'opted-in' : 'none')

/** SQL: whether the last keyword that the contact texted to one of our numbers was an opt-out. */
const isOptedOutByText = (
  tx: TenantTx,
  contactPhone: PhoneOperand,
  tenantPhone: PhoneOperand,
) => sql<boolean>`coalesce((
  select e.kind = 'opt-out' from consent_events e
  where e.tenant_id = ${tx.tenantId} and e.contact_phone = ${contactPhone} and e.tenant_phone = ${tenantPhone}
    and e.kind <> 'help' and e.source in ('text', 'carrier')
  order by e.created_at desc, e.id desc limit 1
), false)`

type PhoneOperand = ReturnType<typeof sql<string>>

/** Finds our numbers to which the contact texted an opt-out: the carrier refuses texts from them. */
export async function findOptedOutByText(
  tx: TenantTx,
  contactPhones: string[],
  tenantPhone: string | null,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('optOuts as o')
    .where('o.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`o.contact_phone = any(${contactPhones}::text[])`)
    .where(tenantPhone === null ? sql<boolean>`true` : sql<boolean>`o.tenant_phone = ${tenantPhone}`)
    .where(isOptedOutByText(tx, sql`o.contact_phone`, sql`o.tenant_phone`))
    .orderBy('o.tenantPhone')
    .select('o.tenantPhone')
    .distinct()
    .execute()
  return rows.map((row) => row.tenantPhone)
}

async function listEvents(
  tx: TenantTx,
  actor: Actor,
  { phones, pageSize, cursor }: { phones: string[]; pageSize: number; cursor?: string | undefined },
): Promise<{ events: ConsentEvent[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : readCursor(cursor)
  const rows = await selectEvents(tx, actor, phones)
    .where(
      before
        ? sql<boolean>`(e.created_at, e.id) < (${before.sortedAt}::timestamptz, ${before.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('e.createdAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const events = rows.slice(0, pageSize).map(toConsentEvent)
  const last = events.at(-1)
  return { events, nextCursor: rows.length > pageSize && last ? `${last.createdOnUtc}|${last.id}` : null }
}

interface MomentQuery {
  contactPhone: string
  tenantPhone: string
  isMarketing: boolean
  at: string
}

/**
 * The latest record before a moment that concerns a text: one of its pair of numbers or of all ours before those of
 * others.
 */
export async function findConsentBefore(
  tx: TenantTx,
  actor: Actor,
  { contactPhone, tenantPhone, isMarketing, at }: MomentQuery,
): Promise<ConsentEvent | null> {
  const row = await selectEvents(tx, actor, [contactPhone])
    .where('e.createdAt', '<=', at)
    .where('e.kind', '<>', 'help')
    .where('e.purpose', '<>', isMarketing ? 'service' : 'marketing')
    .orderBy(sql`e.tenant_phone is null or e.tenant_phone = ${tenantPhone}`, 'desc')
    .orderBy('e.createdAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toConsentEvent(row) : null
}

const selectEvents = (tx: TenantTx, actor: Actor, phones: string[]) =>
  tx
    .selectFrom('consentEvents as e')
    .leftJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'e.recordedBy'))
    .leftJoin('contactImports as i', (join) => join.on('i.tenantId', '=', tx.tenantId).onRef('i.id', '=', 'e.importId'))
    .leftJoin(
      // The text of a conversation that the actor cannot see stays hidden; the wording still has its keyword.
      ({ selectFrom }) =>
        selectFrom('messages as m')
          .innerJoin('conversations as c', (join) =>
            join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
          )
          .where('m.tenantId', '=', tx.tenantId)
          .where(isVisible(actor, 'c'))
          .where(sql<boolean>`m.id in (
            select e.message_id from consent_events e where e.tenant_id = ${tx.tenantId} and e.contact_phone = any(${phones}::text[])
          )`)
          .select(['m.id', 'm.body', 'm.conversationId'])
          .as('m'),
      (join) => join.onRef('m.id', '=', 'e.messageId'),
    )
    .where('e.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`e.contact_phone = any(${phones}::text[])`)
    .select(['e.id', 'e.contactPhone', 'e.tenantPhone', 'e.kind', 'e.purpose', 'e.source', 'e.wording', 'e.pageUrl'])
    .select(['e.ipAddress', 'e.agreedOn', 'e.createdAt', 'u.displayName as recordedBy', 'm.id as messageId', 'm.body'])
    .select('i.fileName as importFileName')
    .select('m.conversationId')
    .select([isWordingVisible(tx, actor).as('isWordingVisible'), isWithdrawn(tx).as('isWithdrawn')])

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

function toConsentEvent({ messageId, conversationId, body, ...row }: EventRow): ConsentEvent {
  return {
    id: row.id,
    phoneNumber: row.contactPhone,
    tenantPhoneNumber: row.tenantPhone,
    kind: row.kind,
    purpose: row.purpose,
    source: row.source,
    wording: visibleWording(row),
    pageUrl: row.pageUrl,
    ipAddress: row.ipAddress,
    agreedOn: row.agreedOn,
    isWithdrawn: row.isWithdrawn,
    importFileName: row.importFileName,
    recordedBy: row.recordedBy,
    message:
      messageId && conversationId
        ? { conversationSid: toSid('CH', conversationId), messageSid: toSid('IM', messageId), text: body ?? '' }
        : null,
    createdOnUtc: row.createdAt,
  }
}
