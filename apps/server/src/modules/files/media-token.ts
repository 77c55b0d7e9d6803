import { jwtVerify, SignJWT } from 'jose'

/** Long enough for a carrier's retries. */
const LIFETIME = '6h'

/** Signs a token for the URL from which a carrier fetches one of our files without a session. */
export async function signMediaToken(key: Uint8Array, file: { tenantId: string; id: string }): Promise<string> {
  return new SignJWT({ tid: file.tenantId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(file.id)
    .setAudience('media')
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(key)
}

export async function verifyMediaToken(
  key: Uint8Array,
  token: string,
): Promise<{ tenantId: string; id: string } | null> {
  const verified = await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'media' }).catch(() => null)
  return verified && { tenantId: String(verified.payload.tid), id: String(verified.payload.sub) }
}
