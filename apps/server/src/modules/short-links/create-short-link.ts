import { randomInt } from 'node:crypto'
import { readLinkTarget, SHORT_LINK_CODE_LENGTH, SHORT_LINK_DAYS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversation } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkCreated } from './events.ts'
import { findShortLinks, type ShortLinkRow, shortLinkBase } from './queries.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCode = () =>
  Array.from({ length: SHORT_LINK_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Creates a short link to send in a conversation. */
export async function createShortLink(
  deps: ShortLinkDeps,
  tx: TenantTx,
  actor: Actor,
  { conversationId, linkUrl }: { conversationId: string; linkUrl: string },
): Promise<ShortLinkRow> {
  // Lock the conversation, so that it is not deleted or merged before the link refers to it.
  const scope = await accessConversation(tx, actor, conversationId, 'change')
  const url = readLinkTarget(linkUrl)
  // Short links to short links could form a redirect loop.
  if (url === null || url.startsWith(await shortLinkBase(deps, tx))) throw new AppError('LinkNotShortenable')
  const at = deps.now()
  const code = await reserveCode(tx)
  await tx
    .insertInto('shortLinks')
    .values({
      tenantId: tx.tenantId,
      code,
      conversationId,
      url,
      createdBy: actor.userId,
      createdAt: at,
      expiresAt: shift(at, SHORT_LINK_DAYS * 24 * 60 * 60_000),
    })
    .execute()
  await shortLinkCreated.record(tx, {
    at,
    scope,
    conversationId,
    actorUserId: actor.userId,
    data: { code },
  })
  const [link] = await findShortLinks(deps, tx, actor, { code, limit: 1 })
  if (!link) throw new Error('Short link not found in the transaction that created it.')
  return link
}

/** Reserves a code that no business uses. */
async function reserveCode(tx: TenantTx): Promise<string> {
  for (;;) {
    const code = randomCode()
    const reserved = await tx
      .insertInto('directory.shortLinks')
      .values({ code, tenantId: tx.tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (reserved) return code
  }
}
