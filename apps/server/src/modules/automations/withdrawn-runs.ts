import { type SqlBool, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { WithdrawReason } from '../messages/index.ts'
import { toAutomationRow } from './access.ts'
import { recordAutomationChanged } from './record-automation-changed.ts'

/**
 * Why queued follow-ups must no longer be sent, by message id: the automation was turned off, or the contact has
 * replied since. A message has the id of its run.
 */
export async function findAutomationStops(
  tx: TenantTx,
  messageIds: readonly string[],
): Promise<Map<string, WithdrawReason>> {
  if (messageIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('automationRuns as r')
    .innerJoin('automations as a', (join) =>
      join.on('a.tenantId', '=', tx.tenantId).onRef('a.id', '=', 'r.automationId'),
    )
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'r.id'))
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', 'in', [...messageIds])
    .where('a.kind', '=', 'follow-up')
    .select('r.id')
    .select(sql<SqlBool>`not a.is_enabled or a.enabled_at > r.created_at`.as('isStopped'))
    .select(
      sql<SqlBool>`exists (
        select from messages x
        where x.tenant_id = ${tx.tenantId} and x.conversation_id = m.conversation_id and x.index > m.index
          and (not x.is_outgoing and x.type in ('text', 'media') or x.data ? 'wasInbound')
      )`.as('hasReplied'),
    )
    .execute()
  return new Map(
    rows.flatMap(({ id, isStopped, hasReplied }): [string, WithdrawReason][] =>
      isStopped ? [[id, 'stopped']] : hasReplied ? [[id, 'replied']] : [],
    ),
  )
}

/** Marks the runs of withdrawn follow-ups as skipped, so that they don’t count as sent. */
export async function skipAutomationRuns(
  tx: TenantTx,
  messageIds: readonly string[],
  reason: WithdrawReason,
): Promise<void> {
  if (messageIds.length === 0) return
  const runs = await tx
    .updateTable('automationRuns')
    .set({ state: 'skipped', reason: reason === 'stopped' ? 'turned-off' : 'replied', finishedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', [...messageIds])
    .returning('automationId')
    .execute()
  const automationIds = [...new Set(runs.map(({ automationId }) => automationId))]
  if (automationIds.length === 0) return
  const automations = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', automationIds)
    .orderBy('id')
    .selectAll()
    .execute()
  for (const automation of automations.map(toAutomationRow)) await recordAutomationChanged(tx, null, automation)
}
