import { readLinkTarget } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import { findVisibleFacts } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkClicked } from './events.ts'

const CODE = /^[0-9A-Za-z]{8}$/
/** Programs that look at links: previews of messengers and mail scanners above all. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|scan|fetch|monitor|headless|facebookexternalhit|facebot|whatsapp|telegram|skype|slack|discord|embedly|curl|wget|python|java\/|okhttp|go-http|axios|node/i

export interface Visit {
  method: string
  userAgent: string | undefined
  /** A browser that only reads ahead. */
  purpose: string | undefined
}

const isByPerson = ({ method, userAgent, purpose }: Visit): boolean =>
  method === 'GET' && userAgent !== undefined && !PROGRAM.test(userAgent) && !/prefetch|preview/i.test(purpose ?? '')

/** Where a code leads, for anybody; null when nowhere. A person's visit is counted. */
export async function followShortLink(deps: ShortLinkDeps, code: string, visit: Visit): Promise<string | null> {
  if (!CODE.test(code)) return null
  const known = await deps.directory
    .selectFrom('directory.shortLinks')
    .where('code', '=', code)
    .select('tenantId')
    .executeTakeFirst()
  if (!known) return null
  return deps.inTenant(known, async (tx) => {
    const now = deps.now()
    const link = await tx
      .selectFrom('shortLinks')
      .where('tenantId', '=', tx.tenantId)
      .where('code', '=', code)
      .select(['url', 'removedAt', 'expiresAt', 'conversationId'])
      .executeTakeFirst()
    if (!link || link.removedAt !== null || isAfter(now, link.expiresAt)) return null
    if (isByPerson(visit)) {
      await tx
        .updateTable('shortLinks')
        .set({ clicks: sql`clicks + 1`, lastClickedAt: now })
        .where('tenantId', '=', tx.tenantId)
        .where('code', '=', code)
        .execute()
      const facts = await findVisibleFacts(tx, null, link.conversationId)
      if (facts)
        await shortLinkClicked.record(tx, {
          at: now,
          scope: facts,
          conversationId: link.conversationId,
          data: { code },
        })
    }
    return readLinkTarget(link.url)
  })
}
