import { AUTOMATED_TEXTS_PER_DAY_MAX } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { SENDING_KEY } from '../sending/index.ts'
import { IS_COUNTED } from './daily-limit.ts'
import { hasAnyOptedOut, isMarketingOptedOut, isOptedOut, type PhoneOperand } from './opt-outs.ts'

/** Inputs of the send gate about a pair of numbers. */
export interface GateInput {
  isOptedOut: boolean
  isMarketingOptedOut: boolean
  /** Of anything, with another number of the contact: it is the person who wants no marketing. */
  isOptedOutElsewhere: boolean
  isMarketingOptedIn: boolean
  /** A recorded purchase or inquiry still implies consent to marketing, where the law has it so. */
  hasImpliedConsent: boolean
  isInReview: boolean
  isBlocked: boolean
  isLandline: boolean
  isUnreachable: boolean
  countryCode: string | null
  stateText: string | null
  /** Of the location of our number. */
  timeZone: string | null
  /** The stored sending settings, only in the first row; null if none were saved. */
  settings: unknown
  /** When the contact was last sent automated texts within a day, newest first, as far as a limit can count. */
  automatedAt: string[]
}

interface Question {
  contactPhone: string
  tenantPhone: string
  isMarketing: boolean
  isAutomated: boolean
  messageId?: string
}

interface Conditions {
  /** The settings and the zone have been read. */
  hasRules?: boolean
  at: string
}

const DAY_MS = 24 * 60 * 60_000
/** How far back the messages of a conversation are examined for automated ones. */
const RECENT_MESSAGES = 100

/** The pair of numbers that is looked up: a row `q`. */
const CONTACT_PHONE = sql<string>`q.contact_phone`
const TENANT_PHONE = sql<string>`q.tenant_phone`

/**
 * Reads everything about pairs of numbers in one statement, in their order, because every outgoing text waits for it.
 * Each pair is looked up by itself (`limit`): joined, the planner may read all contacts or opt-outs instead.
 */
export async function readGateInputs(
  tx: TenantTx,
  questions: readonly Question[],
  { hasRules = false, at }: Conditions,
): Promise<GateInput[]> {
  if (questions.length === 0) return []
  const ifMarketing = (condition: RawBuilder<boolean>) => sql`q.is_marketing and ${condition}`
  // Prepared: planning it takes longer than reading its rows.
  const inputs = await runPrepared(
    tx,
    sql<GateInput>`
    select f.*
    from jsonb_to_recordset(${JSON.stringify(questions.map(toRecord))}::jsonb) as q (
      position int, contact_phone text, tenant_phone text, is_marketing bool, is_automated bool, message_id uuid
    )
    cross join lateral (
      select ${isOptedOut(tx, CONTACT_PHONE, TENANT_PHONE)} as "isOptedOut",
        ${ifMarketing(isMarketingOptedOut(tx, CONTACT_PHONE, TENANT_PHONE))} as "isMarketingOptedOut",
        ${ifMarketing(sql`coalesce(${hasAnyOptedOut(tx, 't.other_phones', 'all or marketing')}, false)`)} as "isOptedOutElsewhere",
        ${ifMarketing(isMarketingOptedIn(tx, CONTACT_PHONE))} as "isMarketingOptedIn",
        ${ifMarketing(hasImpliedConsent(tx, CONTACT_PHONE, at))} as "hasImpliedConsent",
        ${ifMarketing(isInConsentReview(tx, sql`array_append(t.other_phones, ${CONTACT_PHONE})`))} as "isInReview",
        ${isBlocked(tx, CONTACT_PHONE)} as "isBlocked",
        coalesce(t.line_type = 'landline', false) as "isLandline",
        ${isUnreachable(tx, CONTACT_PHONE)} as "isUnreachable",
        t.country_code as "countryCode", ${stateTextOf(tx)} as "stateText",
        ${hasRules ? sql`null::text` : timeZoneOf(tx)} as "timeZone",
        ${hasRules ? sql`null::jsonb` : sql`case when q.position = 1 then ${storedSettings(tx)} end`} as settings,
        case when q.is_automated then ${automatedSince(tx, at)} else '{}'::text[] end as "automatedAt"
      from (select 1) one
      left join contacts t on t.tenant_id = ${tx.tenantId} and t.phone = q.contact_phone
      limit 1
    ) f
    order by q.position`,
  )
  if (inputs.length !== questions.length) throw new Error('A pair of numbers has no inputs.')
  return inputs
}

/** As JSON, so that the planner does not know how many there are, and keeps one plan. */
const toRecord = ({ contactPhone, tenantPhone, isMarketing, isAutomated, messageId }: Question, index: number) => ({
  ...{ position: index + 1, contact_phone: contactPhone, tenant_phone: tenantPhone },
  ...{ is_marketing: isMarketing, is_automated: isAutomated, message_id: messageId },
})

const timeZoneOf = (tx: TenantTx) => sql`(
  select l.time_zone from phone_numbers p
  join locations l on l.tenant_id = ${tx.tenantId} and l.id = p.location_id
  where p.tenant_id = ${tx.tenantId} and p.phone_number = q.tenant_phone
)`

const storedSettings = (tx: TenantTx) =>
  sql`(select s.value from settings s where s.tenant_id = ${tx.tenantId} and s.key = ${SENDING_KEY})`

/** SQL: whether the business blocked the contact's number. */
export const isBlocked = (tx: TenantTx, contactPhone: PhoneOperand) =>
  sql<boolean>`exists (select from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = ${contactPhone})`

/** SQL: whether the contact agreed to marketing, at any of our numbers. */
export const isMarketingOptedIn = (tx: TenantTx, contactPhone: PhoneOperand) => sql<boolean>`exists (
  select from opt_outs o
  where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and o.is_marketing_opted_out is false
)`

/** SQL: whether a recorded purchase or inquiry of the contact still implies consent to marketing. */
export const hasImpliedConsent = (tx: TenantTx, contactPhone: PhoneOperand, at: string) => sql<boolean>`exists (
  select from opt_outs o
  where o.tenant_id = ${tx.tenantId} and o.contact_phone = ${contactPhone} and o.implied_until > ${at}::timestamptz
)`

/** SQL: whether a possible opt-out from one of these numbers of a person awaits a decision. */
export const isInConsentReview = (tx: TenantTx, phones: RawBuilder<unknown>) => sql<boolean>`exists (
  select from consent_reviews v
  where v.tenant_id = ${tx.tenantId} and v.contact_phone = any(${phones}) and v.state = 'pending'
)`

/** SQL: the conversations with a contact's number, or into which those were merged. */
const threadsOf = (tx: TenantTx, contactPhone: PhoneOperand) => sql`(
  select c.id, c.latest_index from conversations c
  where c.tenant_id = ${tx.tenantId} and c.contact_phone = ${contactPhone}
  union
  select c.id, c.latest_index from merged_conversations v
  join conversations c on c.tenant_id = ${tx.tenantId} and c.id = v.into_id
  where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${contactPhone}
)`

/** SQL: the same for all numbers of the contact `t`, each of which is looked up by itself. */
const threadsOfPerson = (tx: TenantTx) => sql`(
  select distinct c.id, c.latest_index
  from unnest(array_append(t.other_phones, ${CONTACT_PHONE})) as p (phone)
  cross join lateral ${threadsOf(tx, sql<string>`p.phone`)} c
)`

/**
 * SQL: whether the carrier could not reach the number of the contact `t`, and no text came from or arrived there since.
 * Derived, so that receiving a text and its delivery report need not clear the mark.
 */
export const isUnreachable = (tx: TenantTx, contactPhone: PhoneOperand) => sql<boolean>`(
  t.unreachable_at is not null and not exists (
    select from ${threadsOf(tx, contactPhone)} c
    join messages m on m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id
    where m.created_at > t.unreachable_at and m.type in ('text', 'media')
      and (not m.is_outgoing or m.delivery_status in ('delivered', 'read'))
  )
)`

/** SQL: what the contact `t` has in the field for their state, which the business chooses; null without one. */
export const stateTextOf = (tx: TenantTx) => sql<string | null>`(
  t.custom ->> (select s.value->>'stateFieldID' from settings s where s.tenant_id = ${tx.tenantId} and s.key = ${SENDING_KEY})
)`

/**
 * SQL: when automated texts were sent to any number of the contact within a day, or wait to be. For a message that is
 * about to be sent only those before it count, so that of several waiting ones the first go out.
 */
const automatedSince = (tx: TenantTx, at: string) => sql`array(
  select to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from (
    select m.created_at as at from ${threadsOfPerson(tx)} c
    join messages m on m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id
      and m.index > c.latest_index - ${RECENT_MESSAGES}::int
    where m.created_at > ${shift(at, -DAY_MS)}::timestamptz and ${IS_COUNTED}
      and (q.message_id is null or (m.id <> q.message_id and m.delivery_status <> 'queued'))
    union all
    select d.sent_at from unnest(array_append(t.other_phones, ${CONTACT_PHONE})) as p (phone)
    join deleted_automated_texts d on d.tenant_id = ${tx.tenantId} and d.contact_phone = p.phone
    where d.sent_at > ${shift(at, -DAY_MS)}::timestamptz
  ) s
  order by s.at desc
  limit ${AUTOMATED_TEXTS_PER_DAY_MAX}
)`
