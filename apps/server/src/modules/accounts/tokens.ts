import { createHash, randomBytes } from 'node:crypto'
import { BEARER_SECONDS } from '@frontdesk/contract/rules'
import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../platform/errors.ts'

export interface SessionClaims {
  userId: string
  tenantId: string
  sessionId: string
}

const AUDIENCES = { api: 'frontdesk-api', files: 'frontdesk-files' } as const
type Audience = keyof typeof AUDIENCES

/** One day: the cookie is renewed with every bearer token, and its session is checked on every use. */
const FILES_COOKIE_SECONDS = 24 * 60 * 60

const LIFETIME: Record<Audience, number> = { api: BEARER_SECONDS, files: FILES_COOKIE_SECONDS }

export async function signToken(
  key: Uint8Array,
  audience: Audience,
  claims: SessionClaims,
  now: string,
): Promise<{ token: string; expiresAt: string }> {
  const issuedAt = Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1000)
  const expires = issuedAt + LIFETIME[audience]
  const token = await new SignJWT({ tid: claims.tenantId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.userId)
    .setAudience(AUDIENCES[audience])
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(key)
  return { token, expiresAt: Temporal.Instant.fromEpochMilliseconds(expires * 1000).toString() }
}

export interface VerifiedToken {
  claims: SessionClaims
  /** In milliseconds since 1970. */
  expiresAt: number
}

export async function verifyToken(
  key: Uint8Array,
  audience: Audience,
  token: string,
  now: string,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: AUDIENCES[audience],
      currentDate: new Date(now),
    })
    return {
      claims: { userId: String(payload.sub), tenantId: String(payload.tid), sessionId: String(payload.sid) },
      expiresAt: (payload.exp ?? 0) * 1000,
    }
  } catch {
    throw new AppError('NotSignedIn')
  }
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** Only hashes of refresh tokens are stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TICKET_AUDIENCE = 'frontdesk-sign-in'
const TICKET_SECONDS = 5 * 60

/** Verifies for a few minutes that the two-step code was correct. Useless without the password. */
export async function signTicket(key: Uint8Array, loginId: string, now: string): Promise<string> {
  const issuedAt = Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(loginId)
    .setAudience(TICKET_AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TICKET_SECONDS)
    .sign(key)
}

/** Returns the login a ticket was issued for; null when it is invalid or expired. */
export async function verifyTicket(key: Uint8Array, ticket: string, now: string): Promise<string | null> {
  try {
    const options = { algorithms: ['HS256'], audience: TICKET_AUDIENCE, currentDate: new Date(now) }
    return (await jwtVerify(ticket, key, options)).payload.sub ?? null
  } catch {
    return null
  }
}
