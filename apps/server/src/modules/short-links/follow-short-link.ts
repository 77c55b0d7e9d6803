import { readLinkTarget } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { Directory, TenantTx } from '../../platform/database/database.ts'
import { findVisibleScope } from '../conversations/index.ts'
import { shortLinkClicked } from './events.ts'

const CODE = /^[0-9A-Za-z]{8}$/
/** User agents of link previews, mail scanners and other programs. */
const BOT_USER_AGENT =
  /bot|crawl|spider|slurp|preview|scan|fetch|monitor|headless|facebookexternalhit|facebot|whatsapp|telegram|skype|slack|discord|embedly|curl|wget|python|java\/|okhttp|go-http|axios|node/i

export interface LinkRequest {
  method: string
  userAgent: string | undefined
  /** The `Sec-Purpose` header, which browsers set when they prefetch. */
  purpose: string | undefined
}

const isByPerson = ({ method, userAgent, purpose }: LinkRequest): boolean =>
  method === 'GET' &&
  userAgent !== undefined &&
  !BOT_USER_AGENT.test(userAgent) &&
  !/prefetch|preview/i.test(purpose ?? '')

/** Finds the business that a code belongs to. */
export async function findLinkOwner(directory: Directory, code: string): Promise<{ tenantId: string } | null> {
  if (!CODE.test(code)) return null
  const owner = await directory
    .selectFrom('directory.shortLinks')
    .where('code', '=', code)
    .select('tenantId')
    .executeTakeFirst()
  return owner ?? null
}

/** Requests within this time of the last click, such as reloads, are not counted or written. */
const SAME_CLICK_MS = 10_000

/** SQL: whether the text with the link has not left yet: only the carrier’s scanner can have it. */
const isUnsent = (tx: TenantTx) => sql<boolean>`exists (
  select from messages m
  where m.tenant_id = ${tx.tenantId} and m.id = short_links.message_id and m.delivery_status in ('queued', 'sending')
)`

/** Resolves a code to its URL; null if the link no longer works. Counts clicks of people. */
export async function followShortLink(tx: TenantTx, code: string, request: LinkRequest): Promise<string | null> {
  const at = tx.now()
  const link = await tx
    .selectFrom('shortLinks')
    .where('tenantId', '=', tx.tenantId)
    .where('code', '=', code)
    .select(['url', 'removedAt', 'expiresAt', 'conversationId'])
    .executeTakeFirst()
  if (!link || link.removedAt !== null || isAfter(at, link.expiresAt)) return null
  if (isByPerson(request)) {
    const { conversationId } = link
    const { numUpdatedRows } = await tx
      .updateTable('shortLinks')
      .set({
        clicks: sql`clicks + 1`,
        firstClickedAt: sql`coalesce(first_clicked_at, ${at}::timestamptz)`,
        lastClickedAt: at,
      })
      .where('tenantId', '=', tx.tenantId)
      .where('code', '=', code)
      .where(({ not }) => not(isUnsent(tx)))
      .where((eb) => eb.or([eb('lastClickedAt', 'is', null), eb('lastClickedAt', '<=', shift(at, -SAME_CLICK_MS))]))
      .executeTakeFirstOrThrow()
    const scope = numUpdatedRows > 0n ? await findVisibleScope(tx, null, conversationId) : null
    if (scope) await shortLinkClicked.record(tx, { at, scope, conversationId, data: { code } })
  }
  return readLinkTarget(link.url)
}
