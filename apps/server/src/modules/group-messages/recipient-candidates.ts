import { GROUP_REPLY_DAYS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { GroupMessageRow } from './rows.ts'

/** Candidates examined for one page. Where few of them match, the page is short, and the next one continues after it. */
export const EXAMINED_MAX = 1000

export type RecipientState = Row<'groupRecipients'>['state']

/** A recipient’s position in either order. */
interface Position {
  contactId: string
  respondedAt: string | null
  responseId: string | null
}

/** The recipients examined for one page of a list, a superset of those that match. */
export interface Candidates {
  /** SQL: the recipients, with the columns that the other parts name. */
  recipients: RawBuilder<unknown>
  /** SQL: when the recipient `r` responded and the id of the response, as far as they decide the order. */
  response: { at: RawBuilder<unknown>; id: RawBuilder<unknown> }
  /** SQL: the order of the recipients `r`. */
  order: RawBuilder<unknown>
  /** SQL: a condition on the recipient `r` and its responses besides the filter; null if there is none. */
  condition: RawBuilder<unknown> | null
  positionOf: (position: Position) => string
  /** The position of the last one examined, if others may follow. */
  findEnd: () => Promise<string | null>
}

interface Page {
  /** States of the recipients that may match; empty for all. */
  states: readonly RecipientState[]
  /** The contacts that may match; null for all. */
  contactIds: readonly string[] | null
  /** The position of the last recipient before the page. */
  after: string | null
}

/** The next recipients of a message, in the order of their contacts. */
export function candidatesByContact(
  tx: TenantTx,
  { id }: GroupMessageRow,
  { states, contactIds, after }: Page,
): Candidates {
  const ofMessage = sql`r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id}
    ${after === null ? sql`` : sql`and r.contact_id > ${after}`}`
  const recipients = selectByContact(ofMessage, states, contactIds)
  return {
    recipients,
    response: { at: sql`null::timestamptz`, id: sql`null::text` },
    order: sql`r.contact_id`,
    condition: null,
    positionOf: ({ contactId }) => contactId,
    findEnd: async () => {
      const last = await tx
        .selectFrom(sql<{ contactId: string }>`(${recipients})`.as('r'))
        .orderBy('r.contactId')
        .offset(EXAMINED_MAX - 1)
        .limit(1)
        .select('r.contactId')
        .executeTakeFirst()
      return last?.contactId ?? null
    },
  }
}

function selectByContact(
  ofMessage: RawBuilder<unknown>,
  states: Page['states'],
  contactIds: Page['contactIds'],
): RawBuilder<unknown> {
  const first = sql`order by r.contact_id limit ${EXAMINED_MAX}`
  if (contactIds)
    return sql`
      select r.* from unnest(${contactIds}::uuid[]) as w (id)
      cross join lateral (select r.* from group_recipients r where ${ofMessage} and r.contact_id = w.id limit 1) r ${first}`
  const [state, ...others] = states
  if (state === undefined) return sql`select r.* from group_recipients r where ${ofMessage} ${first}`
  if (others.length === 0)
    return sql`select r.* from group_recipients r where ${ofMessage} and r.state = ${sql.lit(state)} ${first}`
  return sql`
    select r.* from unnest(${[...states]}::text[]) as w (state)
    cross join lateral (select r.* from group_recipients r where ${ofMessage} and r.state = w.state ${first}) r ${first}`
}

interface Responses {
  /** SQL: selects the responses `x` with `at` and `id`, in no order. */
  select: RawBuilder<unknown>
  /** SQL: joins the recipient `r` of each response `x`. */
  join: RawBuilder<unknown>
  condition: RawBuilder<unknown> | null
}

/**
 * Recipients found from their responses, or the failures of their texts, the newest first: there are few of these,
 * however many people got a message.
 */
function candidatesByResponse(tx: TenantTx, { select, join, condition }: Responses): Candidates {
  const responses = sql`${select} order by at desc, id desc limit ${EXAMINED_MAX}`
  return {
    recipients: sql`select r.*, x.at as responded_at, x.id as response_id from (${responses}) x ${join}`,
    response: { at: sql`r.responded_at`, id: sql`r.response_id::text` },
    order: sql`r.responded_at desc, r.response_id desc`,
    condition,
    positionOf: ({ respondedAt, responseId }) => JSON.stringify([respondedAt, responseId]),
    findEnd: async () => {
      const last = await tx
        .selectFrom(sql<{ at: string; id: string }>`(${responses})`.as('x'))
        .orderBy('x.at', 'desc')
        .orderBy('x.id', 'desc')
        .offset(EXAMINED_MAX - 1)
        .limit(1)
        .select(['x.at', 'x.id'])
        .executeTakeFirst()
      return last ? JSON.stringify([last.at, last.id]) : null
    },
  }
}

/** Positions are encrypted when they leave, so they come back as they were. */
const ResponsePosition = z.tuple([z.string(), z.string()])

/** SQL: whether a response is before the page’s first one; the newest come first. */
function isFollowing(after: string | null, at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === null) return sql``
  const [afterAt, afterId] = ResponsePosition.parse(JSON.parse(after))
  return sql`and (${at}, ${id}) < (${afterAt}, ${afterId})`
}

/** Texts fetched after an outage have the time at which the carrier received them, which may be before the message. */
const OUTAGE_MARGIN = sql`interval '1 hour'`

/** A text and its recipient have slightly different times. */
const WRITING_MARGIN = sql`interval '1 minute'`

/** SQL: when the first or the last text of a message was written. */
const sentAt = (tx: TenantTx, id: string, pick: 'min' | 'max') => sql`(
  select ${sql.raw(pick)}(r.handled_at) from group_recipients r
  where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id} and r.state = 'sent'
)`

/** SQL: whether a response to a message may have arrived at this time. */
const isInTime = (tx: TenantTx, id: string, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${at} > ${sentAt(tx, id, 'min')} - ${OUTAGE_MARGIN}
    and ${at} < ${sentAt(tx, id, 'max')} + ${sql.raw(`interval '${GROUP_REPLY_DAYS} days'`)}`

/**
 * The recipients of a message whose replies are among the next texts. A text is matched to a recipient if no other text
 * of the contact is between it and the message; `withReply` decides whether it is the reply.
 */
export function candidatesByReply(tx: TenantTx, { id }: GroupMessageRow, after: string | null): Candidates {
  const isOptOut = sql`exists (
    select from consent_events e
    where e.tenant_id = ${tx.tenantId} and e.kind = 'opt-out' and e.message_id = y.id and e.contact_phone = coalesce(
      (select v.contact_phone from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.id = y.via_conversation_id),
      (select c.contact_phone from conversations c where c.tenant_id = ${tx.tenantId} and c.id = y.conversation_id)
    )
  )`
  return candidatesByResponse(tx, {
    select: sql`
      select m.created_at as at, m.id, m.conversation_id, m.index from messages m
      where m.tenant_id = ${tx.tenantId} and not m.is_outgoing and m.type in ('text', 'media')
        and ${isInTime(tx, id, sql`m.created_at`)} ${isFollowing(after, sql`m.created_at`, sql`m.id`)}`,
    join: sql`
      cross join lateral (
        select y.id from messages y
        where y.tenant_id = ${tx.tenantId} and y.conversation_id = x.conversation_id and y.index < x.index
          and y.type in ('text', 'media')
          and case when y.is_outgoing then exists (
            select from group_recipients o where o.tenant_id = ${tx.tenantId} and o.message_id = y.id
          ) else not ${isOptOut} end
        order by y.index desc limit 1
      ) y
      cross join lateral (
        select r.* from group_recipients r
        where r.tenant_id = ${tx.tenantId} and r.message_id = y.id and r.group_message_id = ${id} limit 1
      ) r`,
    condition: sql`reply.id = r.response_id`,
  })
}

/** The recipients of a message who opted out, from the next opt-outs. `withOptOut` decides whether one was after it. */
export const candidatesByOptOut = (tx: TenantTx, { id }: GroupMessageRow, after: string | null): Candidates =>
  candidatesByResponse(tx, {
    select: sql`
      select e.created_at as at, e.id, e.contact_phone from consent_events e
      where e.tenant_id = ${tx.tenantId} and e.kind = 'opt-out'
        and ${isInTime(tx, id, sql`e.created_at`)} ${isFollowing(after, sql`e.created_at`, sql`e.id`)}`,
    join: sql`
      cross join lateral (
        select t.id from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = x.contact_phone limit 1
      ) t
      cross join lateral (
        select r.* from group_recipients r
        where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id} and r.contact_id = t.id limit 1
      ) r`,
    condition: sql`opt_out.id = r.response_id`,
  })

/** The recipients of a message who opened a link of it, by the first one that they opened. */
export const candidatesByClick = (tx: TenantTx, { id }: GroupMessageRow, after: string | null): Candidates =>
  candidatesByResponse(tx, {
    select: sql`
      select l.first_clicked_at as at, l.code as id, l.message_id from short_links l
      where l.tenant_id = ${tx.tenantId} and l.group_message_id = ${id} and l.first_clicked_at is not null
        ${isFollowing(after, sql`l.first_clicked_at`, sql`l.code`)}`,
    join: sql`
      cross join lateral (
        select r.* from group_recipients r
        where r.tenant_id = ${tx.tenantId} and r.message_id = x.message_id and r.group_message_id = ${id} limit 1
      ) r`,
    condition: sql`not exists (
      select from short_links o
      where o.tenant_id = ${tx.tenantId} and o.message_id = r.message_id
        and (o.first_clicked_at, o.code) < (r.responded_at, r.response_id)
    )`,
  })

/**
 * The recipients of a message whose texts failed, found among all marketing texts that failed while this message was
 * being sent.
 */
export const candidatesByFailure = (tx: TenantTx, { id }: GroupMessageRow, after: string | null): Candidates =>
  candidatesByResponse(tx, {
    select: sql`
      select m.created_at as at, m.id from messages m
      where m.tenant_id = ${tx.tenantId} and m.is_marketing and m.delivery_status in ('failed', 'undelivered')
        and m.created_at >= ${sentAt(tx, id, 'min')} - ${WRITING_MARGIN}
        and m.created_at <= ${sentAt(tx, id, 'max')} + ${WRITING_MARGIN}
        ${isFollowing(after, sql`m.created_at`, sql`m.id`)}`,
    join: sql`
      cross join lateral (
        select r.* from group_recipients r
        where r.tenant_id = ${tx.tenantId} and r.message_id = x.id and r.group_message_id = ${id} limit 1
      ) r`,
    condition: null,
  })
