import { randomBytes } from 'node:crypto'

/** Twilio's ids: a two-letter type prefix and 32 hexadecimal digits. */
export const makeSid = (prefix: 'AC' | 'PN' | 'SM' | 'MM' | 'ME'): string => prefix + randomBytes(16).toString('hex')
