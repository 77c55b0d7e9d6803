import type { AutomationKind, Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { seesScope } from '../visibility/index.ts'

/** The run of an automation that sent a message, which has its id. */
export async function findRunOf(
  tx: TenantTx,
  viewer: Viewer,
  messageId: string,
): Promise<{ automationId: string | null; kind: AutomationKind; triggeredAt: string } | undefined> {
  const run = await tx
    .selectFrom('automationRuns as r')
    .innerJoin('automations as a', (join) =>
      join.on('a.tenantId', '=', tx.tenantId).onRef('a.id', '=', 'r.automationId'),
    )
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', messageId)
    .select(['a.id', 'a.kind', 'a.locationId', 'a.deletedAt', 'r.triggeredAt'])
    .executeTakeFirst()
  if (!run) return undefined
  const isVisible = run.deletedAt === null && seesScope(viewer, run.locationId)
  return { automationId: isVisible ? run.id : null, kind: run.kind, triggeredAt: run.triggeredAt }
}
