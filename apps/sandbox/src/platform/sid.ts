import { randomBytes } from 'node:crypto'

/** Twilio's ids: a two-letter type prefix and 32 hexadecimal digits. */
export const makeSid = (prefix: 'AC' | 'BN' | 'ME' | 'MG' | 'MM' | 'PN' | 'QE' | 'SM'): string =>
  prefix + randomBytes(16).toString('hex')
