import type { SandboxContext } from '../platform/context.ts'
import { toE164 } from './numbering.ts'
import { RATE_CENTERS } from './rate-centers.ts'

export interface AvailableNumberQuery {
  areaCode: string | null
  /** Twilio's pattern: digits, keypad letters, `*` for any digit. */
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

/** Line numbers of the 555 exchange: first those reserved for fiction (0100 to 0199), then unassigned ones. */
function* lineNumbers() {
  for (let line = 100; line < 200; line += 1) yield line
  for (let line = 200; line < 1000; line += 1) yield line
}

/** Deterministic list of numbers that are not in use, always in the same order. */
export function findAvailableNumbers(
  context: SandboxContext,
  { areaCode, contains, locality, region, limit }: AvailableNumberQuery,
): string[] {
  const pattern = contains ? toPattern(contains) : null
  const available: string[] = []
  for (const code of areaCode ? [areaCode] : Object.keys(RATE_CENTERS)) {
    if (!toE164(`+1${code}5550100`)) continue
    const rateCenter = RATE_CENTERS[code]
    if (locality && rateCenter?.city.toLowerCase() !== locality.toLowerCase()) continue
    if (region && rateCenter?.state !== region.toUpperCase()) continue
    for (const line of lineNumbers()) {
      const number = `+1${code}555${String(line).padStart(4, '0')}`
      if (pattern && !pattern.test(number)) continue
      if (context.numbers.findByPhoneNumber(number) || context.phones.find(number)) continue
      available.push(number)
      if (available.length === limit) return available
    }
  }
  return available
}
