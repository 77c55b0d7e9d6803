import type { Automation, AutomationRun } from '@frontdesk/contract/api'
import {
  AUTOMATION_COUNT_DAYS,
  AUTOMATION_COUNT_MAX,
  type AutomationRunState,
  can,
  toSid,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { conversationName, findConversationsByIds } from '../conversations/index.ts'
import { isInScope, isVisible, mayEditInScope } from '../visibility/index.ts'
import { type AutomationRow, accessAutomation, toAutomationRow } from './access.ts'

const PAGE = 50
const DAY_MS = 24 * 60 * 60_000

/**
 * SQL: the state of a run `r` of the automation `a`. Runs that wait when an automation is turned off count as skipped.
 */
const presentState = sql<AutomationRunState>`case
  when r.state = 'waiting' and (not a.is_enabled or a.enabled_at > r.created_at) then 'skipped' else r.state
end`.as('state')

const presentReason = sql<AutomationRun['reason']>`case
  when r.state = 'waiting' and (not a.is_enabled or a.enabled_at > r.created_at) then 'turned-off' else r.reason
end`.as('reason')

type Counts = Automation['counts']

async function countRuns(tx: TenantTx, actor: Actor, ids: readonly string[]): Promise<Map<string, Counts>> {
  const since = shift(tx.now(), -AUTOMATION_COUNT_DAYS * DAY_MS)
  // The newest runs of each automation, as there may be any number of them.
  const rows = await tx
    .selectFrom('automations as a')
    .where('a.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`a.id = any(${[...ids]}::uuid[])`)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('automationRuns as r')
          .innerJoin('conversations as c', (join) =>
            join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'r.conversationId'),
          )
          .where('r.tenantId', '=', tx.tenantId)
          .whereRef('r.automationId', '=', 'a.id')
          .where('r.createdAt', '>=', since)
          .where(isVisible(actor, 'c'))
          .orderBy('r.createdAt', 'desc')
          .limit(AUTOMATION_COUNT_MAX)
          .select(presentState)
          .as('r'),
      (join) => join.onTrue(),
    )
    .groupBy('a.id')
    .select([
      'a.id',
      sql<number>`count(*) filter (where r.state = 'done')::int`.as('done'),
      sql<number>`count(*) filter (where r.state = 'skipped')::int`.as('skipped'),
      sql<number>`count(*) filter (where r.state = 'waiting')::int`.as('waiting'),
    ])
    .execute()
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

async function toAutomations(tx: TenantTx, actor: Actor, rows: readonly AutomationRow[]): Promise<Automation[]> {
  const counts = await countRuns(
    tx,
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    isEnabled: row.isEnabled,
    locationID: row.locationId,
    conditions: row.conditions,
    delayMinutes: row.delayMinutes,
    actions: row.actions,
    counts: counts.get(row.id) ?? { done: 0, skipped: 0, waiting: 0 },
    createdOnUtc: row.createdAt,
    updatedOnUtc: row.updatedAt,
    version: row.version,
    canEdit: mayEditInScope(actor, row.locationId) && can(actor, 'automations_manage'),
  }))
}

export async function getAutomation(tx: TenantTx, actor: Actor, id: string): Promise<Automation> {
  const [automation] = await toAutomations(tx, actor, [await accessAutomation(tx, actor, id)])
  if (!automation) throw new Error('An automation was not found in the transaction that read it.')
  return automation
}

/** Lists automations by name. */
export async function listAutomations(tx: TenantTx, actor: Actor): Promise<Automation[]> {
  const rows = await tx
    .selectFrom('automations as a')
    .where('a.tenantId', '=', tx.tenantId)
    .where('a.deletedAt', 'is', null)
    .where(isInScope(actor, 'a.location_id'))
    .orderBy(sql`lower(a.name)`)
    .orderBy('a.id')
    .selectAll('a')
    .execute()
  return toAutomations(tx, actor, rows.map(toAutomationRow))
}

/** Lists the runs of an automation in conversations that the actor sees, newest first. */
export async function listRuns(
  tx: TenantTx,
  actor: Actor,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<{ runs: AutomationRun[]; nextCursor: string | null }> {
  await accessAutomation(tx, actor, id)
  const after = cursor === undefined ? null : readCursor(cursor)
  let query = tx
    .selectFrom('automationRuns as r')
    .innerJoin('automations as a', (join) =>
      join.on('a.tenantId', '=', tx.tenantId).onRef('a.id', '=', 'r.automationId'),
    )
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'r.conversationId'),
    )
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.automationId', '=', id)
    .where(isVisible(actor, 'c'))
  if (after)
    query = query.where(sql<boolean>`(r.created_at, r.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)`)
  const rows = await query
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(PAGE + 1)
    .select(['r.id', 'r.conversationId', 'r.triggeredAt', 'r.dueAt', 'r.finishedAt', 'r.createdAt'])
    .select([presentState, presentReason])
    .execute()
  const page = rows.slice(0, PAGE)
  const conversations = await findConversationsByIds(tx, actor, [
    ...new Set(page.map(({ conversationId }) => conversationId)),
  ])
  const names = new Map(conversations.map((conversation) => [conversation.id, conversationName(conversation)]))
  const last = page.at(-1)
  return {
    runs: page.map((run) => ({
      id: run.id,
      conversationSid: toSid('CH', run.conversationId),
      contactName: names.get(run.conversationId) ?? '',
      state: run.state,
      reason: run.reason,
      triggeredOnUtc: run.triggeredAt,
      dueOnUtc: run.dueAt,
      finishedOnUtc: run.finishedAt,
    })),
    nextCursor: rows.length > PAGE && last ? `${last.createdAt}|${last.id}` : null,
  }
}
