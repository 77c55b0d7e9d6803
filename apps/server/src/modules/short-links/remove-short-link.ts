import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { findVisibleFacts } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkRemoved } from './events.ts'
import { findShortLinks } from './queries.ts'

/** Whoever follows it from now on is told that it has ended. */
export function removeShortLink(deps: ShortLinkDeps, actor: Actor, code: string): Promise<void> {
  return deps.inTenant(actor, async (tx) => {
    const [link] = await findShortLinks(deps, tx, actor, { code, limit: 1 })
    if (!link) throw new AppError('ShortLinkNotFound')
    const conversationId = fromSid(link.conversationSid)
    const facts = await findVisibleFacts(tx, actor, conversationId)
    if (!facts) throw new AppError('ShortLinkNotFound')
    const at = deps.now()
    await tx
      .updateTable('shortLinks')
      .set({ removedAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('code', '=', code)
      .execute()
    await shortLinkRemoved.record(tx, {
      at,
      scope: facts,
      conversationId,
      actorUserId: actor.userId,
      data: { code },
    })
    await recordAudit(tx, {
      action: 'short-link.removed',
      actor,
      subject: link.url,
      data: { code },
      locationIDs: [facts.locationID],
      at,
    })
  })
}
