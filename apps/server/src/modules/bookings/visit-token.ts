import { createHmac, timingSafeEqual } from 'node:crypto'

interface Visit {
  tenantId: string
  id: string
}

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const LENGTH = 2 * ID_BYTES + SIGNATURE_BYTES

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const sign = (key: Uint8Array, ids: Buffer): Buffer =>
  createHmac('sha256', key).update(ids).digest().subarray(0, SIGNATURE_BYTES)

/** The last part of the link by which its contact changes a visit. It ends with the visit: see `lockVisit`. */
export function signVisit(key: Uint8Array, { tenantId, id }: Visit): string {
  const ids = Buffer.concat([bytesOf(tenantId), bytesOf(id)])
  return Buffer.concat([ids, sign(key, ids)]).toString('base64url')
}

/** The visit of a link; null if we did not make it. */
export function readVisitToken(key: Uint8Array, token: string): Visit | null {
  const bytes = Buffer.from(token, 'base64url')
  // The decoder skips characters that are not base64, and the token becomes a part of addresses and files.
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== token) return null
  const ids = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(sign(key, ids), bytes.subarray(2 * ID_BYTES))) return null
  return { tenantId: idOf(ids.subarray(0, ID_BYTES)), id: idOf(ids.subarray(ID_BYTES)) }
}
