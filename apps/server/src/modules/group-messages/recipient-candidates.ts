import { GROUP_REPLY_DAYS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { readCursor } from '../../platform/paging.ts'
import type { GroupMessageRow } from './rows.ts'

/** Candidates examined for one page. Where few of them match, the page is short, and the next one continues after it. */
export const EXAMINED_MAX = 1000

export type RecipientState = Row<'groupRecipients'>['state']

/** A recipient’s position in either order. */
interface Position {
  contactId: string
  repliedAt: string | null
  replyId: string | null
}

/** The recipients examined for one page of a list, a superset of those that match. */
export interface Candidates {
  /** SQL: the recipients, with the columns that `order` and `condition` name. */
  recipients: RawBuilder<unknown>
  /** SQL: the order of the recipients `r`. */
  order: RawBuilder<unknown>
  /** SQL: a condition on the recipient `r` and its `reply` besides the filter; null if there is none. */
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

/** Texts fetched after an outage have the time at which the carrier received them, which may be before the message. */
const OUTAGE_MARGIN = sql`interval '1 hour'`

/**
 * The recipients of a message whose replies are among the next texts, the newest first. Examines the texts that arrived
 * in the time for replies: there are few of them, however many people got the message. A text is matched to a recipient
 * if no other text of the contact is between it and the message; `withReply` decides whether it is the reply.
 */
export function candidatesByReply(tx: TenantTx, { id }: GroupMessageRow, after: string | null): Candidates {
  const { sortedAt, id: afterId } = after === null ? { sortedAt: null, id: null } : readCursor(after)
  const sentAt = (pick: 'min' | 'max') => sql`(
    select ${sql.raw(pick)}(r.handled_at) from group_recipients r
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id} and r.state = 'sent'
  )`
  const texts = sql`
    select x.id, x.conversation_id, x.index, x.created_at from messages x
    where x.tenant_id = ${tx.tenantId} and not x.is_outgoing and x.type in ('text', 'media')
      and x.created_at > ${sentAt('min')} - ${OUTAGE_MARGIN}
      and x.created_at < ${sentAt('max')} + ${sql.raw(`interval '${GROUP_REPLY_DAYS} days'`)}
      ${sortedAt === null ? sql`` : sql`and (x.created_at, x.id) < (${sortedAt}::timestamptz, ${afterId}::uuid)`}
    order by x.created_at desc, x.id desc limit ${EXAMINED_MAX}`
  const isOptOut = sql`exists (
    select from consent_events e
    where e.tenant_id = ${tx.tenantId} and e.kind = 'opt-out' and e.message_id = y.id and e.contact_phone = coalesce(
      (select v.contact_phone from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.id = y.via_conversation_id),
      (select c.contact_phone from conversations c where c.tenant_id = ${tx.tenantId} and c.id = y.conversation_id)
    )
  )`
  return {
    recipients: sql`
      select r.*, x.created_at as replied_at, x.id as reply_id from (${texts}) x
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
    order: sql`r.replied_at desc, r.reply_id desc`,
    condition: sql`reply.id = r.reply_id`,
    positionOf: ({ repliedAt, replyId }) => `${repliedAt}|${replyId}`,
    findEnd: async () => {
      const last = await tx
        .selectFrom(sql<{ createdAt: string; id: string }>`(${texts})`.as('x'))
        .orderBy('x.createdAt', 'desc')
        .orderBy('x.id', 'desc')
        .offset(EXAMINED_MAX - 1)
        .limit(1)
        .select(['x.createdAt', 'x.id'])
        .executeTakeFirst()
      return last ? `${last.createdAt}|${last.id}` : null
    },
  }
}
