import { createHmac, timingSafeEqual } from 'node:crypto'
import { PAYMENT_LINK_DAYS, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Needs } from '../../platform/module.ts'
import type { DocumentRow } from './rows.ts'

/** Content of a link to a page of a contact: one version of a document, and the last day of the link. */
export interface DocumentLink {
  tenantId: string
  id: string
  version: number
  /** Days since 1970. */
  lastDay: number
}

const DAY_MS = 24 * 60 * 60_000
const ID_BYTES = 16
const CONTENT_BYTES = 2 * ID_BYTES + 4
const SIGNATURE_BYTES = 16
const VERSION_AT = 2 * ID_BYTES
const DAY_AT = VERSION_AT + 2

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const sign = (key: Uint8Array, content: Buffer): Buffer =>
  createHmac('sha256', key).update('link').update(content).digest().subarray(0, SIGNATURE_BYTES)

export const dayNumber = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS)

function signDocument(key: Uint8Array, { tenantId, id, version, lastDay }: DocumentLink): string {
  const content = Buffer.alloc(CONTENT_BYTES)
  bytesOf(tenantId).copy(content)
  bytesOf(id).copy(content, ID_BYTES)
  content.writeUInt16BE(version, VERSION_AT)
  content.writeUInt16BE(lastDay, DAY_AT)
  return Buffer.concat([content, sign(key, content)]).toString('base64url')
}

/** Content of a link; null if we did not create it. */
export function readDocumentToken(key: Uint8Array, token: string): DocumentLink | null {
  const bytes = Buffer.from(token, 'base64url')
  // The decoder skips characters that are not base64, and a link has one spelling.
  if (bytes.length !== CONTENT_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const content = bytes.subarray(0, CONTENT_BYTES)
  if (!timingSafeEqual(sign(key, content), bytes.subarray(CONTENT_BYTES))) return null
  return {
    tenantId: idOf(content.subarray(0, ID_BYTES)),
    id: idOf(content.subarray(ID_BYTES, VERSION_AT)),
    version: content.readUInt16BE(VERSION_AT),
    lastDay: content.readUInt16BE(DAY_AT),
  }
}

type Linked = Pick<DocumentRow, 'id' | 'kind' | 'version'>

/** The path of the page of a document, in its newest version, for some time from `at`. */
export const documentPath = (
  { paymentKey }: { paymentKey: Uint8Array },
  tx: Pick<TenantTx, 'tenantId' | 'now'>,
  { id, kind, version }: Linked,
  at: string = tx.now(),
): string =>
  PAYMENT_PAGE_PATHS[kind] +
  signDocument(paymentKey, { tenantId: tx.tenantId, id, version, lastDay: dayNumber(at) + PAYMENT_LINK_DAYS })

export const documentUrl = (
  { secrets, publicUrl }: Needs<'secrets' | 'publicUrl'>,
  ...document: [tx: TenantTx, document: Linked, at?: string]
): string => publicUrl() + documentPath(secrets, ...document)
