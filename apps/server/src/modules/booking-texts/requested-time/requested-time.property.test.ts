import { PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../testing/property-runs.ts'
import { readRequestedTime } from './read-requested-time.ts'

const today = fc.nat({ max: 1500 }).map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }))
const ahead = fc.integer({ min: 0, max: 60 })
/** Quarter hours at which businesses are open. */
const time = fc
  .integer({ min: 9 * 4, max: 19 * 4 - 1 })
  .map((quarters) => new Temporal.PlainTime(Math.floor(quarters / 4), (quarters % 4) * 15))

const LOCALES = { en: 'en-US', es: 'es-ES', fr: 'fr-FR' }

test('a date with its month and a time are read as they are, in each language', () => {
  fc.assert(
    fc.property(
      today,
      ahead,
      time,
      fc.constantFrom(...PAGE_LANGUAGES),
      fc.boolean(),
      (start, days, clock, language, isFirst) => {
        const date = start.add({ days })
        const day = date.toLocaleString(LOCALES[language], { month: 'long', day: 'numeric', weekday: 'long' })
        const hour = clock.toLocaleString(LOCALES[language], { hour: 'numeric', minute: '2-digit' })
        const at = { en: 'at', es: 'a las', fr: 'à' }[language]
        const text = isFirst ? `${day} ${at} ${hour}` : `${at} ${hour}, ${day}`
        const reading = readRequestedTime(text, { today: start, language })
        const weekdayIsToday = days > 0 && days % 7 === 0
        if (weekdayIsToday || days === 0) return
        expect(reading, text).toMatchObject({ isSure: true })
        expect(`${reading?.days?.from} ${reading?.times?.from}`, text).toBe(`${date} ${clock}`)
      },
    ),
    runs(500),
  )
})

const WORDS =
  'tuesday friday next this week tomorrow the 5th 31st at after before between and or not 3 8 half past quarter to noon pm am 3/4 march 2:30 - , . martes mañana a las y media tarde el proximo no mardi demain à 15h midi et demie le 5 pas prochain semaine'.split(
    ' ',
  )

test('any words give a reading that is not in the past', () => {
  fc.assert(
    fc.property(
      today,
      fc.oneof(
        fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' ')),
        fc.string(),
      ),
      fc.constantFrom(...PAGE_LANGUAGES),
      (start, text, language) => {
        const reading = readRequestedTime(text, { today: start, language })
        const { from, to } = reading?.days ?? { from: start, to: null }
        expect(Temporal.PlainDate.compare(from, start), text).toBeGreaterThanOrEqual(0)
        if (to) expect(Temporal.PlainDate.compare(to, from), text).toBeGreaterThanOrEqual(0)
        if (reading?.isSure) expect(reading.days ?? reading.times, text).not.toBeNull()
      },
    ),
    runs(3000),
  )
})
