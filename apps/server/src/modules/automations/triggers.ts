import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { AutomationRule } from './access.ts'

/** SQL: whether the conversation `c` meets the conditions of an automation, apart from the business hours. */
export function meetsConditions(tx: TenantTx, { locationId, conditions }: AutomationRule): RawBuilder<boolean> {
  const { folderKeys, assignee, assigneeUserID, statusKeys, labels, tags } = conditions
  const parts = [sql`true`]
  if (locationId !== null) parts.push(sql`c.location_id = ${locationId}`)
  if (folderKeys.length > 0) parts.push(sql`c.folder = any(${folderKeys}::text[])`)
  if (statusKeys.length > 0) parts.push(sql`c.status_key = any(${statusKeys}::text[])`)
  if (assignee === 'unassigned') parts.push(sql`c.to_user_id is null`)
  if (assignee === 'assigned') parts.push(sql`c.to_user_id is not null`)
  if (assignee === 'user') parts.push(sql`c.to_user_id = ${assigneeUserID}::uuid`)
  if (labels.length > 0) parts.push(sql`${contactArray(tx, 'labels')} && ${labels}::text[]`)
  if (tags.length > 0) parts.push(sql`${contactArray(tx, 'tags')} && ${tags}::text[]`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/**
 * Read for each conversation, however many the planner expects. A conversation that hides its contact has none of
 * the contact's tags and labels, which a match would reveal.
 */
const contactArray = (tx: TenantTx, column: 'labels' | 'tags') =>
  sql`coalesce((
    select t.${sql.raw(column)} from contacts t
    where t.tenant_id = ${tx.tenantId} and t.id = c.contact_id and not c.is_contact_restricted limit 1
  ), '{}')`

/**
 * SQL: the last text of the conversation `c` that a person wrote: the contact, or a teammate, who may have written it
 * to many contacts.
 */
export const lastPersonalText = (tx: TenantTx) => sql`(
  select m.is_outgoing, m.purpose, m.created_at from messages m
  where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.type in ('text', 'media')
    and (not m.is_outgoing or m.author_user_id is not null)
  order by m.index desc limit 1
)`

/**
 * SQL: whether `r` is a run of the automation in the conversation `c` that was done. Not by equality of the automation:
 * without statistics of a table that fills, the planner would read all its runs for each conversation.
 */
const isDoneRun = (tx: TenantTx, id: string) => sql`(
  r.tenant_id = ${tx.tenantId} and r.conversation_id = c.id and r.automation_id is not distinct from ${id}::uuid
  and r.state = 'done'
)`

/** SQL: whether the conversation `c`, whose trigger is due, is in the state that this kind of automation acts on. */
export function isInState(tx: TenantTx, id: string, { kind, actions }: AutomationRule): RawBuilder<boolean> {
  // Reopen only once until someone writes again: otherwise auto-close and the automation would alternate forever.
  if (kind === 'reopen')
    return sql<boolean>`(
      c.is_closed and not exists (
        select from automation_runs r where ${isDoneRun(tx, id)} and r.finished_at >= c.sorted_at offset 0
      )
    )`
  if (kind === 'webchat') return sql<boolean>`not c.is_closed`
  // After an automatic reply the contact is still waiting for us. A group message needs no reply.
  return sql<boolean>`(
    c.latest_is_outgoing and c.needs_answer_since is null and coalesce((
      select p.is_outgoing and p.purpose = 'conversation' and (
        select count(*) from automation_runs r where ${isDoneRun(tx, id)} and r.triggered_at >= p.created_at
      ) < ${actions.maxTimes}::int
      from ${lastPersonalText(tx)} p
    ), false)
  )`
}

/** A trigger: a conversation at a time. */
export interface Trigger {
  id: string
  triggeredAt: string
}

interface Window {
  after: Trigger
  /** Inclusive. */
  until: string
  limit: number
}

/** Sources of triggers, each with an index in the order of their times. */
function sourcesOf({ kind, actions }: AutomationRule): { where: RawBuilder<unknown>; at: RawBuilder<unknown> }[] {
  switch (kind) {
    case 'follow-up': {
      const open = { where: sql`not c.is_closed`, at: sql`c.sorted_at` }
      return actions.stopsWhenClosed ? [open] : [open, { where: sql`c.is_closed`, at: sql`c.sorted_at` }]
    }
    case 'reopen':
      return [{ where: sql`c.is_closed`, at: sql`c.closed_at` }]
    case 'webchat':
      return [{ where: sql`c.type = 'webchat'`, at: sql`c.created_at` }]
  }
}

/** SQL: the triggers `w` of an automation after another one, in order; conditions are not considered. */
export const selectTriggers = (tx: TenantTx, rule: AutomationRule, { after, until, limit }: Window) =>
  sql<Trigger>`(
  select w.id, w.triggered_at from (${sql.join(
    sourcesOf(rule).map(
      ({ where, at }) => sql`(
        select c.id, ${at} as triggered_at from conversations c
        where c.tenant_id = ${tx.tenantId} and ${where}
          and (${at}, c.id) > (${after.triggeredAt}::timestamptz, ${after.id}::uuid) and ${at} <= ${until}::timestamptz
        order by ${at}, c.id limit ${limit}
      )`,
    ),
    sql` union all `,
  )}) w order by w.triggered_at, w.id limit ${limit}
)`.as('w')

/** Follows every conversation with the same time. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
