import { randomBytes } from 'node:crypto'
import { LINK_HOURS, type LinkPurpose } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { Directory } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { hashToken } from './tokens.ts'

const HOUR_MS = 3_600_000

export interface NewLink {
  purpose: LinkPurpose
  /** Null in an invitation, whose addressee may not have a login yet. */
  loginId: string | null
  tenantId: string
  userId: string
  email: string
  at: string
}

export interface CreatedLink {
  token: string
  expiresAt: string
}

/**
 * Creates a one-time link with an expiry and invalidates earlier ones for the same purpose. Only its hash is stored.
 */
export async function createAccountLink(db: Directory, link: NewLink): Promise<CreatedLink> {
  const { purpose, loginId, tenantId, userId, email, at } = link
  const token = randomBytes(32).toString('base64url')
  const expiresAt = shift(at, LINK_HOURS[purpose] * HOUR_MS)
  await invalidateLinks(db, { tenantId, userId, purpose, at })
  await db
    .insertInto('directory.accountLinks')
    .values({ tokenHash: hashToken(token), purpose, loginId, tenantId, userId, email, createdAt: at, expiresAt })
    .execute()
  return { token, expiresAt }
}

/** Invalidates a member's unused links, because the member was removed or the purpose has been served. */
export async function invalidateLinks(
  db: Directory,
  { tenantId, userId, purpose, at }: { tenantId: string; userId: string; purpose?: LinkPurpose; at: string },
): Promise<void> {
  const links = db
    .updateTable('directory.accountLinks')
    .set({ usedAt: at })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
  await (purpose === undefined ? links : links.where('purpose', '=', purpose)).execute()
}

export interface StoredLink {
  purpose: LinkPurpose
  loginId: string | null
  tenantId: string
  userId: string
  email: string
}

const selectLink = (db: Directory, token: string) =>
  db
    .selectFrom('directory.accountLinks')
    .where('tokenHash', '=', hashToken(token))
    .select(['purpose', 'loginId', 'tenantId', 'userId', 'email', 'expiresAt', 'usedAt'])
    .executeTakeFirst()

/** Finds a used link whose address is already confirmed, so that opening it again is not an error. */
export async function findConfirmedLink(db: Directory, token: string): Promise<StoredLink | undefined> {
  const link = await selectLink(db, token)
  if (!link?.loginId || link.usedAt === null) return undefined
  if (link.purpose !== 'verify' && link.purpose !== 'change-email') return undefined
  const login = await db
    .selectFrom('directory.logins')
    .where('id', '=', link.loginId)
    .where('email', '=', link.email)
    .where('verifiedAt', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return login && { ...link, purpose: link.purpose }
}

/** Finds a link; throws when it is unknown, used or expired. */
export async function findLink(db: Directory, token: string, now: string): Promise<StoredLink> {
  const link = await selectLink(db, token)
  if (!link) throw new AppError('LinkUnknown')
  if (link.usedAt !== null) throw new AppError('LinkUsed')
  if (!isAfter(link.expiresAt, now)) throw new AppError('LinkExpired')
  return link
}

/** Finds a link for this purpose. A link for another purpose counts as unknown. */
export async function findLinkForPurpose(
  db: Directory,
  { token, purpose, email, now }: { token: string; purpose: LinkPurpose; email?: string; now: string },
): Promise<StoredLink> {
  const link = await findLink(db, token, now)
  if (link.purpose !== purpose || (email !== undefined && link.email !== email)) throw new AppError('LinkUnknown')
  return link
}

/**
 * Marks a link as used, in the transaction of the change it authorizes, so only one of two concurrent requests wins.
 */
export async function consumeLink(db: Directory, token: string, now: string): Promise<void> {
  const used = await db
    .updateTable('directory.accountLinks')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .returning('tokenHash')
    .executeTakeFirst()
  if (!used) throw new AppError('LinkUsed')
}
