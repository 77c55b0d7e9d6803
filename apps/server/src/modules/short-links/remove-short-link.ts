import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { findVisibleScope } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkRemoved } from './events.ts'
import { findShortLinks } from './queries.ts'

/** Deactivates a short link; following it then shows a page that says so. */
export async function removeShortLink(deps: ShortLinkDeps, tx: TenantTx, actor: Actor, code: string): Promise<void> {
  const [link] = await findShortLinks(deps, tx, actor, { code, limit: 1 })
  if (!link) throw new AppError('ShortLinkNotFound')
  const { conversationId } = link
  const scope = await findVisibleScope(tx, actor, conversationId)
  if (!scope) throw new AppError('ShortLinkNotFound')
  const at = deps.now()
  await tx
    .updateTable('shortLinks')
    .set({ removedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('code', '=', code)
    .execute()
  await shortLinkRemoved.record(tx, {
    at,
    scope,
    conversationId,
    actorUserId: actor.userId,
    data: { code },
  })
  await recordAudit(tx, {
    action: 'short-link.removed',
    actor,
    subject: link.url,
    data: { code },
    locationIDs: [scope.locationId],
    at,
  })
}
