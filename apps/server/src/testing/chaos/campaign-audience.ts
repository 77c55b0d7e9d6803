import type { Random } from './random.ts'

/** Possible region of a recipient’s number. */
interface Region {
  share: number
  areaCode: string
  zones: readonly string[]
}

/** Half of a run is after 21:00 in New York, so that the windows of some recipients close midway. */
const REGIONS: readonly Region[] = [
  { share: 0.85, areaCode: '310', zones: ['America/Los_Angeles'] },
  { share: 0.1, areaCode: '212', zones: ['America/New_York'] },
  {
    share: 0.05,
    areaCode: '800',
    zones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'],
  },
]

export interface AudienceMember {
  name: string
  phone: string
  zones: readonly string[]
}

/** People with numbers of several regions. */
export function createAudience(size: number): AudienceMember[] {
  let n = 0
  return REGIONS.flatMap(({ share, areaCode, zones }) =>
    Array.from({ length: Math.round(size * share) }, (_, index) => ({
      name: `P${++n}`,
      phone: `+1${areaCode}${555 + Math.floor(index / 9000)}${1000 + (index % 9000)}`,
      zones,
    })),
  )
}

/** The same number as someone else might write it. */
export function respell(phone: string, random: Random): string {
  const [area, exchange, line] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)]
  return (
    random.pick([`(${area}) ${exchange}-${line}`, `1-${area}-${exchange}-${line}`, `${area}.${exchange}.${line}`]) ??
    phone
  )
}

/**
 * From now to a Tuesday evening in New York, so many milliseconds before the windows there close, at least a week
 * ahead.
 */
export function offsetToEvening(beforeClosingMs: number): number {
  const today = Temporal.Now.plainDateISO('America/New_York')
  const tuesday = today.add({ days: 14 - ((today.dayOfWeek - 2 + 7) % 7) })
  const closing = tuesday.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '21:00' })
  return closing.epochMilliseconds - beforeClosingMs - Date.now()
}
