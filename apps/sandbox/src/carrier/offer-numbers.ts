import type { World } from '../platform/world.ts'
import { toE164 } from './numbering.ts'
import { PLACES } from './places.ts'

export interface NumberWish {
  areaCode: string | null
  /** Twilio's pattern: digits, letters of the keypad, `*` for any digit. */
  contains: string | null
  /** City, case-insensitive. */
  locality?: string | null
  /** Two-letter state code. */
  region?: string | null
  limit: number
}

const KEYPAD = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

const toPattern = (contains: string) =>
  new RegExp(
    contains
      .toUpperCase()
      .replace(/^\+/, '')
      .replace(/[A-Z]/g, (letter) => String(KEYPAD.findIndex((letters) => letters.includes(letter))))
      .replace(/[^\d*]/g, '')
      .replaceAll('*', '\\d'),
  )

/** Line numbers of the exchange 555: first those set aside for fiction, then those no one has been given. */
function* lines() {
  for (let line = 100; line < 200; line += 1) yield line
  for (let line = 200; line < 1000; line += 1) yield line
}

/** Always the same numbers in the same order, without those somebody has. */
export function offerNumbers(world: World, { areaCode, contains, locality, region, limit }: NumberWish): string[] {
  const pattern = contains ? toPattern(contains) : null
  const offers: string[] = []
  for (const code of areaCode ? [areaCode] : Object.keys(PLACES)) {
    if (!toE164(`+1${code}5550100`)) continue
    const place = PLACES[code]
    if (locality && place?.city.toLowerCase() !== locality.toLowerCase()) continue
    if (region && place?.state !== region.toUpperCase()) continue
    for (const line of lines()) {
      const number = `+1${code}555${String(line).padStart(4, '0')}`
      if (pattern && !pattern.test(number)) continue
      if (world.numbers.findByPhoneNumber(number) || world.phones.find(number)) continue
      offers.push(number)
      if (offers.length === limit) return offers
    }
  }
  return offers
}
