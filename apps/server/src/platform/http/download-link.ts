import { jwtVerify, SignJWT } from 'jose'
import type { z } from 'zod'

/** Short, because the link can be copied. */
const LIFETIME = '5m'

interface Keys {
  secrets: { tokenKey: Uint8Array }
}

/** Creates a link to a file for one teammate: a download has no bearer token. `data` says what is in the file. */
export async function createDownloadLink(
  { secrets }: Keys,
  { path, audience, userId, data }: { path: string; audience: string; userId: string; data: object },
): Promise<string> {
  const token = await new SignJWT({ data })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(secrets.tokenKey)
  return `${path}?token=${token}`
}

/** Reads the link of a teammate; undefined if it is not theirs, expired, or for another kind of file. */
export async function readDownloadLink<Data>(
  { secrets }: Keys,
  { audience, userId, token, schema }: { audience: string; userId: string; token: string; schema: z.ZodType<Data> },
): Promise<Data | undefined> {
  const verified = await jwtVerify(token, secrets.tokenKey, { algorithms: ['HS256'], audience }).catch(() => null)
  if (verified?.payload.sub !== userId) return undefined
  return schema.safeParse(verified.payload.data).data
}
