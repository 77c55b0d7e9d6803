import type { AccountExport } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { assertMayExport, type DeletionDeps, publishAccountChanged } from './deps.ts'
import { exportStarted } from './events.ts'
import { findNewestExport } from './queries.ts'
import { WRITE_EXPORT } from './write-export.job.ts'

/** Starts an export of all data, or returns the one in progress. */
export async function startExport(deps: DeletionDeps, tx: TenantTx, actor: Actor): Promise<AccountExport> {
  assertMayExport(actor)
  await tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('tenantId').forUpdate().execute()
  const newest = await findNewestExport(tx)
  if (newest?.state === 'queued') return newest
  const [id, at] = [newId(), deps.now()]
  await tx
    .insertInto('accountExports')
    .values({ tenantId: tx.tenantId, id, requestedBy: actor.userId, state: 'queued', createdAt: at })
    .execute()
  await enqueue(tx, {
    identifier: WRITE_EXPORT,
    payload: { tenantId: tx.tenantId, exportId: id },
    jobKey: `${WRITE_EXPORT}:${id}`,
    maxAttempts: 5,
  })
  const eventId = await exportStarted.record(tx, { at, actorUserId: actor.userId })
  await recordAudit(tx, { action: 'export.viewed', actor, subject: 'Everything', at })
  publishAccountChanged(deps, tx, eventId, at)
  return { id, state: 'queued', byteSize: null, createdAt: at, finishedAt: null, url: null }
}
