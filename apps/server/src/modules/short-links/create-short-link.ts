import { randomInt } from 'node:crypto'
import { findUrls, readLinkTarget, SHORT_LINK_CODE_LENGTH, SHORT_LINK_DAYS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversation } from '../conversations/index.ts'
import type { ShortLinkDeps } from './deps.ts'
import { shortLinkCreated } from './events.ts'
import { findShortLinks, type ShortLinkRow, shortLinkBase } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000
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
  const code = await insertShortLink(tx, { conversationId, url, createdBy: actor.userId, messageId: null })
  await shortLinkCreated.record(tx, {
    at: tx.now(),
    scope,
    conversationId,
    actorUserId: actor.userId,
    data: { code },
  })
  const [link] = await findShortLinks(deps, tx, actor, { code, limit: 1 })
  if (!link) throw new Error('Short link not found in the transaction that created it.')
  return link
}

interface NewShortLink {
  conversationId: string
  /** The message it is made for. */
  messageId: string | null
  url: string
  createdBy: string
}

async function insertShortLink(tx: TenantTx, link: NewShortLink): Promise<string> {
  const at = tx.now()
  const code = await reserveCode(tx)
  await tx
    .insertInto('shortLinks')
    .values({ tenantId: tx.tenantId, code, ...link, createdAt: at, expiresAt: shift(at, SHORT_LINK_DAYS * DAY_MS) })
    .execute()
  return code
}

/** Replaces the web addresses in a text by short links behind `base`, whose clicks count for the message. */
export async function trackLinks(
  tx: TenantTx,
  text: string,
  { base, ...link }: Omit<NewShortLink, 'url'> & { base: string },
): Promise<string> {
  let tracked = ''
  let end = 0
  for (const { start, url: written } of findUrls(text)) {
    const url = readLinkTarget(written)
    // A link to a short link could form a redirect loop.
    if (url === null || url.startsWith(base)) continue
    tracked += text.slice(end, start) + base + (await insertShortLink(tx, { ...link, url }))
    end = start + written.length
  }
  return tracked + text.slice(end)
}

/** The text as `trackLinks` makes it, without storing links: codes have one length. */
export function previewLinks(text: string, base: string): string {
  let shortened = ''
  let end = 0
  for (const { start, url: written } of findUrls(text)) {
    const url = readLinkTarget(written)
    if (url === null || url.startsWith(base)) continue
    shortened += text.slice(end, start) + base + 'x'.repeat(SHORT_LINK_CODE_LENGTH)
    end = start + written.length
  }
  return shortened + text.slice(end)
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
