import { readLinkTarget } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import { findVisibleScope } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkClicked } from './events.ts'

const CODE = /^[0-9A-Za-z]{8}$/
/** User agents of link previews, mail scanners and other programs. */
const BOT_USER_AGENT =
  /bot|crawl|spider|slurp|preview|scan|fetch|monitor|headless|facebookexternalhit|facebot|whatsapp|telegram|skype|slack|discord|embedly|curl|wget|python|java\/|okhttp|go-http|axios|node/i

export interface Visit {
  method: string
  userAgent: string | undefined
  /** The `Sec-Purpose` header, which browsers set when they prefetch. */
  purpose: string | undefined
}

const isByPerson = ({ method, userAgent, purpose }: Visit): boolean =>
  method === 'GET' &&
  userAgent !== undefined &&
  !BOT_USER_AGENT.test(userAgent) &&
  !/prefetch|preview/i.test(purpose ?? '')

/** Resolves a code to its URL; null if there is none. Counts visits by people. */
export async function followShortLink(deps: ShortLinkDeps, code: string, visit: Visit): Promise<string | null> {
  if (!CODE.test(code)) return null
  const owner = await deps.directory
    .selectFrom('directory.shortLinks')
    .where('code', '=', code)
    .select('tenantId')
    .executeTakeFirst()
  if (!owner) return null
  return deps.inTenant(owner, async (tx) => {
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
      const scope = await findVisibleScope(tx, null, link.conversationId)
      if (scope)
        await shortLinkClicked.record(tx, {
          at: now,
          scope,
          conversationId: link.conversationId,
          data: { code },
        })
    }
    return readLinkTarget(link.url)
  })
}
