import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits, as in Stripe’s ids. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Id with Stripe’s prefix, such as `pi_3Oa…`. */
export const makeStripeId = (prefix: string): string => `${prefix}_${randomText(24)}`
