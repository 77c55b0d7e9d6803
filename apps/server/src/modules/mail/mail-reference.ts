import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Needs } from '../../platform/module.ts'

const SIGNATURE_BYTES = 12

interface Mail {
  tenantId: string
  id: string
}

const sign = ({ secrets }: Needs<'secrets'>, { tenantId, id }: Mail): string =>
  createHmac('sha256', secrets.tokenKey)
    .update(`mail: ${tenantId} ${id}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('hex')

/**
 * The local part of the Message-ID of a mail. It is signed, and bounce reports quote it, so they need no other
 * authentication.
 */
export const mailReference = (deps: Needs<'secrets'>, mail: Mail): string =>
  `${mail.id}.${mail.tenantId}.${sign(deps, mail)}`

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const REFERENCE = new RegExp(`<(${UUID})\\.(${UUID})\\.([0-9a-f]{${2 * SIGNATURE_BYTES}})@`, 'g')

/** The mails of ours that a text names by their Message-ID. */
export const readMailReferences = (deps: Needs<'secrets'>, text: string): Mail[] =>
  [...text.matchAll(REFERENCE)].flatMap(([, id = '', tenantId = '', signature = '']) =>
    timingSafeEqual(Buffer.from(sign(deps, { tenantId, id })), Buffer.from(signature)) ? [{ tenantId, id }] : [],
  )
