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
  const [code] = await insertShortLinks(tx, [
    { conversationId, url, createdBy: actor.userId, messageId: null, groupMessageId: null },
  ])
  if (code === undefined) throw new Error('A short link was not stored.')
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
  /** The group message that it is part of, which lists who opened it. */
  groupMessageId: string | null
  url: string
  createdBy: string
}

/** Stores links, and returns their codes in the same order. */
async function insertShortLinks(tx: TenantTx, links: readonly NewShortLink[]): Promise<string[]> {
  if (links.length === 0) return []
  const at = tx.now()
  const expiresAt = shift(at, SHORT_LINK_DAYS * DAY_MS)
  const codes = await reserveCodes(tx, links.length)
  const values = links.flatMap((link, index) => {
    const code = codes[index]
    return code === undefined ? [] : [{ tenantId: tx.tenantId, code, ...link, createdAt: at, expiresAt }]
  })
  await tx.insertInto('shortLinks').values(values).execute()
  return codes
}

/** The short link for an address in a message, also when it is written again. Private addresses are not shortened. */
export async function shortenForMessage(
  deps: Pick<ShortLinkDeps, 'publicUrl'>,
  tx: TenantTx,
  { messageId, ...link }: Omit<NewShortLink, 'groupMessageId'> & { messageId: string },
): Promise<string> {
  if (readLinkTarget(link.url) === null) return link.url
  const existing = await tx
    .selectFrom('shortLinks')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .select('code')
    .executeTakeFirst()
  const [code] = existing ? [existing.code] : await insertShortLinks(tx, [{ ...link, messageId, groupMessageId: null }])
  return (await shortLinkBase(deps, tx)) + code
}

/** A text whose links count for its message. */
export type TextWithLinks = Omit<NewShortLink, 'url'> & { text: string }

/** Replaces the web addresses in texts by short links behind `base`, whose clicks count for their messages. */
export async function trackLinks(tx: TenantTx, base: string, texts: readonly TextWithLinks[]): Promise<string[]> {
  const links = texts.flatMap(({ text, ...link }) => findTargets(text, base).map(({ url }) => ({ ...link, url })))
  const codes = (await insertShortLinks(tx, links)).values()
  return texts.map(({ text }) => replaceLinks(text, base, () => codes.next().value ?? ''))
}

/** The text as `trackLinks` makes it, without storing links: codes have one length. */
export const previewLinks = (text: string, base: string): string =>
  replaceLinks(text, base, () => 'x'.repeat(SHORT_LINK_CODE_LENGTH))

/** Whether `trackLinks` could have made `tracked` of the text: only the codes of short links differ each time. */
export function isTrackedForm(tracked: string, text: string, base: string): boolean {
  const code = new RegExp(`(?<=${RegExp.escape(base)})[0-9A-Za-z]{${SHORT_LINK_CODE_LENGTH}}`, 'g')
  return tracked.replace(code, '') === previewLinks(text, base).replace(code, '')
}

function replaceLinks(text: string, base: string, nextCode: () => string): string {
  let replaced = ''
  let end = 0
  for (const { start, written } of findTargets(text, base)) {
    replaced += text.slice(end, start) + base + nextCode()
    end = start + written.length
  }
  return replaced + text.slice(end)
}

/** The web addresses of a text that short links are made for. */
const findTargets = (text: string, base: string) =>
  findUrls(text).flatMap(({ start, url: written }) => {
    const url = readLinkTarget(written)
    // A link to a short link could form a redirect loop.
    return url === null || url.startsWith(base) ? [] : [{ start, written, url }]
  })

/** Reserves codes that no business uses. */
async function reserveCodes(tx: TenantTx, count: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const candidates = Array.from({ length: count - codes.length }, randomCode)
    const reserved = await tx
      .insertInto('directory.shortLinks')
      .values([...new Set(candidates)].map((code) => ({ code, tenantId: tx.tenantId })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .execute()
    codes.push(...reserved.map(({ code }) => code))
  }
  return codes
}
