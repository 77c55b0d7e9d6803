import type { PageLanguage } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { readRequestedTime } from './read-requested-time.ts'

/** A Friday. */
const TODAY = '2019-03-01'

/** A reading in one line: days, times, and what has to be asked. */
function read(text: string, language: PageLanguage = 'en', today = TODAY): string | null {
  const reading = readRequestedTime(text, { today: Temporal.PlainDate.from(today), language })
  if (!reading) return null
  const { days, times } = reading
  const day = (date: Temporal.PlainDate | null) => date?.toString().slice(5) ?? ''
  const time = (clock: Temporal.PlainTime | null) => clock?.toString().slice(0, 5) ?? ''
  const parts = [
    days && (days.to?.equals(days.from) ? day(days.from) : `${day(days.from)}..${day(days.to)}`),
    times && (times.from && times.to?.equals(times.from) ? time(times.from) : `${time(times.from)}..${time(times.to)}`),
    reading.isSure ? null : `ask ${reading.question}`,
  ]
  return parts.filter((part) => part !== null).join(' ')
}

const cases = (language: PageLanguage, expected: Record<string, string | null>) =>
  expect(Object.fromEntries(Object.keys(expected).map((text) => [text, read(text, language)]))).toEqual(expected)

test('English texts', () => {
  cases('en', {
    'Tuesday after 3': '03-05 15:00..',
    'half past 2': '14:30',
    'quarter to 11 in the morning': '10:45',
    Tuesday: '03-05',
    'tomorrow afternoon': '03-02 12:00..17:59',
    'the day after tomorrow at noon': '03-03 12:00',
    'the 5th at 10': '03-05 10:00',
    '12th of March, afternoon 2:30': '03-12 14:30',
    'Tues, March 5th': '03-05',
    'on 11th of this month around 3pm': '03-11 14:30..15:30',
    'between 2 and 4': '14:00..16:00',
    '2-4pm Monday': '03-04 14:00..16:00',
    'from 9 to 5 on Monday': '03-04 09:00..17:00',
    'Monday before 11': '03-04 ..10:59',
    'Monday at 3 or later': '03-04 15:00..',
    'any time Thursday': '03-07 ..',
    'any day after 4': '03-01.. 16:00..',
    'Monday or Tuesday morning': '03-04..03-05 ..11:59',
    'next week': '03-04..03-09',
    'Friday next week': '03-08',
    'next week, maybe on Thursday': '03-07',
    'Wednesday, March 13th at 3pm': '03-13 15:00',
    'Friday March 8th': '03-08',
    'on the 12th of April': '04-12',
    'Sunday this week': '03-03',
    tonight: '03-01 17:00..',
    'No, make it 10:30 am actually.': '10:30',
    'Good morning! Do you have anything Tuesday for 2 people?': '03-05',
    'I would like 10:30 am March 10th': '03-10 10:30',
    'Please change the time to afternoon 3:30': '15:30',
    'How about 1 o"clock': '13:00',
  })
})

test('asks about parts that English texts leave open', () => {
  cases('en', {
    'not Tuesday': '03-05 ask day',
    'I can’t do Tuesday. Wednesday works': 'ask day',
    'next Sunday': 'ask day',
    Friday: 'ask day',
    'Monday or Thursday': 'ask day',
    'Tuesday, March 6th': 'ask day',
    'in two weeks': 'ask day',
    'last Tuesday': 'ask day',
    Mondays: 'ask day',
    'March 1 11': 'ask day',
    'February 20th': 'ask day',
    'Tuesday at 8': '03-05 ask half-of-day',
    'Tuesday 3': '03-05 ask time',
    'tomorrow at 3 or 4': '03-02 ask time',
    'morning or evening': 'ask time',
    'move it from 2 to 4': 'ask time',
    'at 3 am': 'ask time',
    'something later?': 'ask time',
    'Tuesday after work': '03-05 ask time',
    'Monday at 25:00': '03-04 ask time',
  })
})

test('texts that name no time to come', () => {
  const texts = [
    'yes please',
    '2',
    'I need 2 haircuts',
    'What are your hours on Friday?',
    'See you later',
    'That is all for today',
    '',
  ]
  expect(texts.map((text) => read(text))).toEqual(texts.map(() => null))
  expect(read(`${'Please '.repeat(80)}Tuesday`)).toBeNull()
})

test('Spanish texts', () => {
  cases('es', {
    'el martes después de las 3': '03-05 15:00..',
    'a las dos y media': '14:30',
    'mañana por la tarde': '03-02 12:00..19:59',
    'mañana por la mañana': '03-02 ..11:59',
    'pasado mañana a mediodía': '03-03 12:00',
    'el 5 de marzo a las 3': '03-05 15:00',
    'martes 5': '03-05',
    'el 2 de abril': '04-02',
    'Buenos días, ¿puede ser el jueves a las 11:30?': '03-07 11:30',
    'entre las 2 y las 4': '14:00..16:00',
    'el viernes de la semana que viene': '03-08',
    'No, el miércoles a las 10': '03-06 10:00',
    'cualquier día a partir de las 16h': '03-01.. 16:00..',
    'no puedo el martes': '03-05 ask day',
    'el próximo domingo': 'ask day',
    'el martes a las 8': '03-05 ask half-of-day',
    'el martes a las 3 o a las 4': '03-05 ask time',
    'otro día': 'ask day',
    gracias: null,
  })
})

test('French texts', () => {
  cases('fr', {
    'mardi après 15h': '03-05 15:00..',
    'à 14h30': '14:30',
    '3 heures et demie': '15:30',
    'demain après-midi': '03-02 12:00..17:59',
    'après-demain à midi': '03-03 12:00',
    'le 5 mars à 11h': '03-05 11:00',
    'mardi 5': '03-05',
    'le 2 avril': '04-02',
    'Bonjour, jeudi vers 14h svp': '03-07 13:30..14:30',
    'entre 14h et 16h': '14:00..16:00',
    'du 5 au 7 mars': '03-05..03-07',
    'lundi en huit': '03-11',
    'n’importe quel jour après 16h': '03-01.. 16:00..',
    'pas mardi': '03-05 ask day',
    'dimanche prochain': 'ask day',
    'mardi à 8h': '03-05 ask half-of-day',
    'mardi à 15h ou 16h': '03-05 ask time',
    'plus tard': 'ask time',
    merci: null,
  })
})

test('the language of a text goes before the expected one', () => {
  expect(read('el martes a las 3 pm', 'en')).toBe('03-05 15:00')
  expect(read('mardi à 15h', 'es')).toBe('03-05 15:00')
  expect(read('Tuesday at 3', 'fr')).toBe('03-05 15:00')
})

test('a weekday on its own day, and the ends of months', () => {
  expect(read('next Tuesday', 'en', '2019-03-04')).toBe('ask day')
  expect(read('next Tuesday', 'en', '2019-03-05')).toBe('03-12')
  expect(read('the 31st', 'en', '2026-11-25')).toBe('12-31')
  expect(read('the 31st of this month', 'en', '2026-11-25')).toBe('ask day')
  expect(read('the 31st', 'en', '2026-12-25')).toBe('12-31')
  expect(read('the 5th', 'en', '2026-12-25')).toBe('01-05')
  expect(read('January 5th', 'en', '2026-12-25')).toBe('01-05')
  expect(read('this week', 'en', '2026-11-29')).toBe('ask day')
})
