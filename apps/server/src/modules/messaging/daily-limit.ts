import type { StoredMessageOrigin } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Whether a contact expects an automatic text at once: a reply about a visit or to an opt-in keyword, or a text about a
 * payment, such as a receipt. These texts are exempt from the daily limit and don't count towards it.
 */
export const isExpectedReply = ({ cause, repliesTo }: Pick<StoredMessageOrigin, 'cause' | 'repliesTo'>): boolean =>
  cause === 'payment' ||
  ((cause === 'booking' || cause === 'opt-in-question' || cause === 'opt-in-confirmation') && repliesTo !== undefined)

/** SQL: the same for a message `m`. */
export const IS_EXPECTED_REPLY = sql<boolean>`coalesce(
  m.origin->>'cause' = 'payment'
    or (m.origin->>'cause' in ('booking', 'opt-in-question', 'opt-in-confirmation') and m.origin ? 'repliesTo'),
  false
)`

/** SQL: whether a message `m` counts towards the daily limit. */
export const IS_COUNTED = sql<boolean>`m.is_outgoing
  and (m.purpose = 'automatic' or (m.purpose = 'conversation' and m.author_user_id is null))
  and not ${IS_EXPECTED_REPLY} and m.delivery_status not in ('failed', 'undelivered')`

/**
 * Remembers automated texts that are about to be deleted, so that they still count: of whole conversations, or of one.
 */
export const rememberAutomatedTexts = (
  tx: TenantTx,
  { conversationIds, messageId }: { conversationIds: readonly string[]; messageId?: string },
): Promise<unknown> =>
  sql`
    insert into deleted_automated_texts (tenant_id, message_id, contact_phone, sent_at)
    select m.tenant_id, m.id, coalesce(v.contact_phone, c.contact_phone), m.created_at
    from messages m
    join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
    left join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.id = m.via_conversation_id
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = any(${[...conversationIds]}::uuid[])
      and (${messageId ?? null}::uuid is null or m.id = ${messageId ?? null}::uuid)
      and m.created_at > ${shift(tx.now(), -DAY_MS)}::timestamptz and ${IS_COUNTED} and m.delivery_status <> 'queued'
    on conflict do nothing`.execute(tx)

/**
 * Locks people who are about to get automated texts, until the transaction ends: the texts of several conversations
 * with one person share the daily limit. Call it after the conversations are locked, and once in a transaction.
 */
export const lockDailyLimits = (tx: TenantTx, contactPhones: readonly string[]): Promise<unknown> =>
  sql`
    select pg_advisory_xact_lock(hashtextextended(p.key, 0)) from (
      select distinct 'daily-limit:' || ${tx.tenantId} || ':' || coalesce(
        (select min(x.phone) from unnest(array_append(t.other_phones, q.phone)) as x (phone)), q.phone
      ) as key
      from unnest(${[...contactPhones]}::text[]) as q (phone)
      left join lateral (
        select r.other_phones from contacts r where r.tenant_id = ${tx.tenantId} and r.phone = q.phone limit 1
      ) t on true
      order by 1
    ) p`.execute(tx)

/** Deletes remembered texts that no longer count. */
export const clearDeletedAutomatedTexts = defineCleanup(async (tx, now, limit) => {
  const { rows } = await sql`
    delete from deleted_automated_texts where tenant_id = ${tx.tenantId} and message_id in (
      select message_id from deleted_automated_texts
      where tenant_id = ${tx.tenantId} and sent_at < ${shift(now, -DAY_MS)}::timestamptz limit ${limit}
    ) returning message_id`.execute(tx)
  return rows.length
})
