import { createHmac, timingSafeEqual } from 'node:crypto'
import { PROOF_CODE_DIGITS } from '@frontdesk/contract/rules'

/** The code that is texted to prove a number, derived from the id of the proof, so that it is stored nowhere. */
export function proofCode(key: Uint8Array, proofId: string): string {
  const number = createHmac('sha256', key).update(`proof ${proofId}`).digest().readUInt32BE(0)
  return String(number % 10 ** PROOF_CODE_DIGITS).padStart(PROOF_CODE_DIGITS, '0')
}

export const isProofCode = (key: Uint8Array, proofId: string, code: string): boolean =>
  code.length === PROOF_CODE_DIGITS && timingSafeEqual(Buffer.from(proofCode(key, proofId)), Buffer.from(code))
