import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DocumentKind, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'

/** The document for which a visitor is verified. */
interface Proved {
  id: string
  contactId: string
  kind: DocumentKind
}

const HOUR_MS = 60 * 60_000
const PROOF_HOURS = 24

const nameOf = ({ id }: Pick<Proved, 'id'>): string => `document-${id}`

const sign = (key: Uint8Array, { id, contactId }: Proved, until: string): Buffer =>
  createHmac('sha256', key).update(`proof ${id} ${contactId} ${until}`).digest()

/** Cookie of a verified visitor, for one document and its contact. */
export function proofCookie(
  { key, isSecure, now }: { key: Uint8Array; isSecure: boolean; now: string },
  proved: Proved,
): string {
  const until = String(Date.parse(shift(now, PROOF_HOURS * HOUR_MS)))
  const value = `${until}.${sign(key, proved, until).toString('base64url')}`
  // Lax: sent when the card processor leads back to the page, but not with forms of other sites.
  const flags = `Path=${PAYMENT_PAGE_PATHS[proved.kind]}; Max-Age=${PROOF_HOURS * 3600}; HttpOnly; SameSite=Lax`
  return `${nameOf(proved)}=${value}; ${flags}${isSecure ? '; Secure' : ''}`
}

export function hasProof(
  { key, cookies, now }: { key: Uint8Array; cookies: Record<string, string>; now: string },
  proved: Proved,
): boolean {
  const [until = '', signature = ''] = (cookies[nameOf(proved)] ?? '').split('.')
  if (!/^\d{1,15}$/.test(until) || Number(until) < Date.parse(now)) return false
  const expected = sign(key, proved, until)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
