import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'chrono-node/en'
import { readRequestedTime } from '../apps/server/src/modules/booking-texts/requested-time/read-requested-time.ts'
import { SHARED_DIALOGUES } from '../apps/server/src/testing/replay/dialogues.ts'
import { type Figure, report } from './lib/report.ts'

/** The day on which the recorded conversations take place. */
const TODAY = Temporal.PlainDate.from('2019-03-01')

interface Dialogue {
  turns: ['customer' | 'business', string][]
  booking: { parameters: { appointment_date: string; appointment_time: string } } | null
}

/** The certain parts of a text’s time; null for parts to ask about, and missing if the text does not name them. */
interface Said {
  date?: string | null
  time?: string | null
}
type Reader = (text: string) => Said

/**
 * Reads the dates and times of recorded bookings from the words of the contact, with our reader and with chrono-node
 * alone, and compares them with what was booked. A value that the business proposed and the contact only agreed to is
 * not counted. A later sure value replaces an earlier one; what no text says for certain would be asked.
 */
export async function benchRequestedTimes(): Promise<Figure[]> {
  if (!existsSync(SHARED_DIALOGUES)) {
    console.log('Skipped requested-times: ../shared/data/appointment-dialogues.jsonl is missing.')
    return []
  }
  const lines = (await readFile(SHARED_DIALOGUES, 'utf8')).split('\n').filter((line) => line !== '')
  const dialogues = lines.map((line): Dialogue => JSON.parse(line))
  const ours = measure(dialogues, readOurs)
  const alone = measure(dialogues, readAlone)
  const figure = (name: string, value: number, baseline: number | null, goal: string, ok: boolean) =>
    report({
      bench: 'requested-times',
      case: name,
      value: value * 100,
      unit: '%',
      baseline: baseline === null ? null : baseline * 100,
      goal,
      ok,
    })
  return [
    figure(
      `read right, of ${ours.total} dates and times`,
      ours.right / ours.total,
      alone.right / alone.total,
      'at least 85',
      ours.right / ours.total >= 0.85,
    ),
    figure('asked', ours.asked / ours.total, alone.asked / alone.total, 'the rest', true),
    figure(
      'sure and wrong',
      ours.wrong / ours.total,
      alone.wrong / alone.total,
      'at most 1',
      ours.wrong / ours.total <= 0.01,
    ),
  ]
}

function measure(dialogues: readonly Dialogue[], read: Reader) {
  const counts = { total: 0, right: 0, asked: 0, wrong: 0 }
  for (const { turns, booking } of dialogues) {
    if (!booking) continue
    const { appointment_date: date, appointment_time: time } = booking.parameters
    const texts = textsUntilBooked(turns)
    for (const [name, value, isIn] of [
      ['date', date, saysDate(date)],
      ['time', time, saysTime(time)],
    ] as const) {
      const last = texts.findLastIndex(isIn)
      if (last < 0) continue
      counts.total++
      // Texts after it are about something else, such as a taxi to the visit.
      const said = texts
        .slice(0, last + 1)
        .map((text) => read(text)[name])
        .findLast((each) => each !== undefined)
      counts[said === undefined || said === null ? 'asked' : said === value ? 'right' : 'wrong']++
    }
  }
  return counts
}

/** The contact’s texts before the business reported that the visit is booked. */
function textsUntilBooked(turns: Dialogue['turns']): string[] {
  const booked = turns.findIndex(([speaker, text]) => speaker === 'business' && BOOKED.test(text) && !FAILED.test(text))
  return turns
    .slice(0, booked < 0 ? turns.length : booked)
    .flatMap(([speaker, text]) => (speaker === 'customer' ? [text] : []))
}
const BOOKED =
  /\b(?:booked|scheduled|reserved|confirmed|is set|all set|has been (?:made|set)|was (?:made|successful)|went through|completed|successful(?:ly)?|have made|'ve made|made (?:the|your|that|an)|have an appointment|good to go|is ready|done)\b/i
const FAILED =
  /\b(?:unable|could ?n[o']t|couldn't|cannot|can't|failed|wasn't able|not able|sorry|unfortunately|confirm (?:that|the|you|these|this)|please confirm|confirming|correct\?|right\?)|\?\s*$/i

function readOurs(text: string): Said {
  const reading = readRequestedTime(text, { today: TODAY, language: 'en' })
  if (!reading) return {}
  const { days, times } = reading
  const question = reading.isSure ? null : reading.question === 'day' ? 'date' : 'time'
  const date = days?.to?.equals(days.from) ? days.from.toString() : null
  const time = times?.from && times.to ? middleOf(times.from, times.to) : null
  return {
    ...((days || question === 'date') && { date: question === 'date' ? null : date }),
    ...((times || question === 'time') && { time: question === 'time' ? null : time }),
  }
}

/** A time, or what "around" it is; null for longer ranges. */
function middleOf(from: Temporal.PlainTime, to: Temporal.PlainTime): string | null {
  const { minutes } = to.since(from, { largestUnit: 'minutes' })
  return minutes <= 60
    ? from
        .add({ minutes: minutes / 2 })
        .toString()
        .slice(0, 5)
    : null
}

/** The parts that chrono-node alone says are certain, as its documentation advises. */
function readAlone(text: string): Said {
  const said: Said = {}
  for (const { start } of parse(
    text,
    { instant: new Date(`${TODAY}T12:00:00Z`), timezone: 0 },
    { forwardDate: true },
  )) {
    const at = start.date().toISOString()
    if (start.isCertain('day') || start.isCertain('weekday')) said.date = at.slice(0, 10)
    if (start.isCertain('hour')) said.time = at.slice(11, 16)
  }
  return said
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
// "That one" is no hour.
const NUMBERS = [
  '',
  'one(?= (?:in the|pm|p\\.m|o))',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Whether a text can be naming a date. Written without the reader, so that what the reader misses is counted. */
function saysDate(value: string): (text: string) => boolean {
  const date = Temporal.PlainDate.from(value)
  const ahead = date.since(TODAY, { largestUnit: 'days' }).days
  const names = [
    `(?<![\\d:])${date.day}(?:st|nd|rd|th)\\b`,
    `march ${date.day}\\b`,
    `\\b${date.day} (?:of )?march`,
    `\\bthe ${date.day}\\b`,
    `\\b0?${date.month}/0?${date.day}\\b`,
    WEEKDAYS[date.dayOfWeek - 1] ?? '',
    ...(ahead === 0 ? ['today'] : ahead === 1 ? ['(?<!after )tomorrow'] : ahead === 2 ? ['day after tomorrow'] : []),
  ]
  const pattern = new RegExp(names.join('|'), 'i')
  return (text) => pattern.test(text)
}

/** The same for a time. */
function saysTime(value: string): (text: string) => boolean {
  const [hour = 0, minute = 0] = value.split(':').map(Number)
  const hours = (by24: number) => {
    const by12 = by24 % 12 || 12
    return `(?:0?${by12}|${by24}|${NUMBERS[by12]})`
  }
  const here = `(?<![\\d:/]|(?:past|after|to|till|of|before) )\\b${hours(hour)}`
  const names =
    minute === 0
      ? [`${here}(?::?00)?(?![\\d:]|th|st|nd|rd|[a-z])`, ...(hour === 12 ? ['\\bnoon\\b', 'midday'] : [])]
      : [
          `${here}[:. ]?${minute}`,
          ...(minute === 30 ? [`half (?:past|after) ${hours(hour)}\\b`, `${here}[ -]thirty`] : []),
          ...(minute === 15 ? [`quarter (?:past|after) ${hours(hour)}\\b`, `${here}[ -]fifteen`] : []),
          ...(minute === 45
            ? [`quarter (?:to|till|of|before) ${hours(hour + 1)}\\b`, `${here}[ -]forty[ -]?five`]
            : []),
        ]
  const pattern = new RegExp(names.join('|'), 'i')
  return (text) => pattern.test(text)
}
