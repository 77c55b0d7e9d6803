import { AUTOMATION_COUNT_MAX, AUTOMATION_PREVIEW_DAYS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findLocation } from '../locations/index.ts'
import { isVisible } from '../visibility/index.ts'
import type { AutomationRule } from './access.ts'
import { MINUTE_MS } from './create-due-runs.ts'
import { meetsConditions, selectTriggers, type Trigger } from './triggers.ts'

const DAY_MS = 24 * 60 * 60_000
/** How far back the texts of a conversation are examined. */
const RECENT_TEXTS = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Counts the conversations that the actor sees to which an automation would have applied in the last days. Of a
 * follow-up also those that were answered later; of the other kinds those that are still closed, or that started then.
 */
export async function previewAutomation(
  tx: TenantTx,
  actor: Actor,
  rule: AutomationRule,
): Promise<{ conversations: number; isMore: boolean }> {
  if (rule.locationId !== null && !(await findLocation(tx, actor, rule.locationId)))
    throw new AppError('LocationNotFound')
  const until = shift(tx.now(), -rule.delayMinutes * MINUTE_MS)
  const from = shift(until, -AUTOMATION_PREVIEW_DAYS * DAY_MS)
  const isFollowUp = rule.kind === 'follow-up'
  const limit = AUTOMATION_COUNT_MAX + 1
  const candidates = isFollowUp
    ? selectActive(tx, { from, limit })
    : selectTriggers(tx, rule, { after: { id: FIRST_ID, triggeredAt: from }, until, limit })
  const { examined, matching } = await tx
    .selectFrom(candidates)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('conversations as c')
          .where('c.tenantId', '=', tx.tenantId)
          .whereRef('c.id', '=', 'w.id')
          .limit(1)
          .select(
            sql<boolean>`(${isVisible(actor, 'c')} and ${meetsConditions(tx, rule)} and not c.is_blocked
              and ${isFollowUp ? hadNoAnswer(tx, rule, { from, until }) : sql`true`})`.as('isMatching'),
          )
          .as('c'),
      (join) => join.onTrue(),
    )
    .select([
      sql<number>`count(*)::int`.as('examined'),
      sql<number>`count(*) filter (where c.is_matching)::int`.as('matching'),
    ])
    .executeTakeFirstOrThrow()
  return { conversations: Math.min(matching, AUTOMATION_COUNT_MAX), isMore: examined === limit }
}

/** SQL: the latest conversations with a message since a time, open and closed. */
const selectActive = (tx: TenantTx, { from, limit }: { from: string; limit: number }) => {
  const some = (state: RawBuilder<unknown>) => sql`(
    select c.id, c.sorted_at as triggered_at from conversations c
    where c.tenant_id = ${tx.tenantId} and ${state} and c.sorted_at > ${from}::timestamptz
    order by c.sorted_at desc, c.id desc limit ${limit}
  )`
  return sql<Trigger>`(
    select w.id, w.triggered_at from (${some(sql`not c.is_closed`)} union all ${some(sql`c.is_closed`)}) w
    order by w.triggered_at desc limit ${limit}
  )`.as('w')
}

/** SQL: whether a teammate's text in the conversation `c` had no text after it for the time of a follow-up. */
const hadNoAnswer = (
  tx: TenantTx,
  { delayMinutes }: AutomationRule,
  { from, until }: { from: string; until: string },
) =>
  sql<boolean>`exists (
    select from (
      select m.*, lead(m.created_at) over (order by m.index) as next_at from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.type in ('text', 'media')
        and m.index > c.latest_index - ${RECENT_TEXTS}::int
    ) m
    where m.is_outgoing and m.author_user_id is not null and m.purpose = 'conversation'
      and m.created_at > ${from}::timestamptz and m.created_at <= ${until}::timestamptz
      and (m.next_at is null or m.next_at > m.created_at + make_interval(mins => ${delayMinutes}::int))
    offset 0
  )`
