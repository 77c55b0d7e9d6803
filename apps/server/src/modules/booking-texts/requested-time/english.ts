import { dayAt, inDays, readDayOfMonth, readWeek, readWeekend, type WeekdayForm } from './days.ts'
import { clock, connector, day, dayOfWeek, type Rule, rule, type Token, vague, WORD } from './tokens.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WEEKDAY =
  "(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday|nsday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?:'s)?\\.?"
const HOURS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const HOUR_WORD = HOURS.join('|')
const HOUR = `(\\d{1,2}|${HOUR_WORD})`
/** "pm", "p.m." or the letter alone right after the hour. */
const HALF = '(?:(?:\\s?(?=[ap]\\.?\\s?m\\b)|(?=[ap]\\b))([ap])(?:\\.?\\s?m\\b\\.?)?)'
const OCLOCK = '(?:\\s?o\\s?[\'"]*\\s?clock)'
const TOMORROW = '(?:tomorrow|tommorow|tomorow|tommorrow|tmrw|tmr|tmw|2morrow|2moro)'
const MINUTES: Record<string, number> = { half: 30, quarter: 15, five: 5, ten: 10, twenty: 20, 'twenty-five': 25 }
const UNIT =
  'people|persons?|ppl|guests?|kids?|children|adults?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|times|dollars|bucks|percent|miles?|appointments?|visits?|haircuts?|cuts?|st|street|ave|avenue|rd|road|blvd|of us'

const hourOf = (word = '') => (HOURS.includes(word) ? HOURS.indexOf(word) + 1 : Number(word))
const halfOf = (letter: string | undefined) => (letter === 'a' ? 'am' : letter === 'p' ? 'pm' : null)

const weekday =
  (form: WeekdayForm) =>
  ([, word = '']: readonly (string | undefined)[], today: Temporal.PlainDate): Token =>
    dayOfWeek(today, WEEKDAYS.indexOf(word.slice(0, 3)) + 1, form)

/** Minutes before or after an hour, as in "quarter to 4". */
const clockFrom = (minutes: number, isBefore: boolean, hour: number, half?: string): Token => {
  if (!isBefore) return clock(hour, minutes, halfOf(half))
  return clock(hour === 1 ? 12 : hour - 1, 60 - minutes, hour === 12 && half ? null : halfOf(half))
}

const SOME_DAY: readonly Rule[] = [
  rule(`(?:the |a )?day after ${TOMORROW}`, (_, today) => day(inDays(today, 2))),
  rule(`(?:a|one) week (?:from|after) (?:${WEEKDAY}|${TOMORROW}|today)`, ([match = '', word], today) =>
    word ? weekday('in-a-week')(['', word], today) : day(inDays(today, match.endsWith('today') ? 7 : 8)),
  ),
  rule(`(?:next|the following) week(?:'s)?,? (?:on )?${WEEKDAY}`, weekday('next-week')),
  rule(`${WEEKDAY},? (?:of |in |the )*(?:next|following) week`, weekday('next-week')),
  rule(`this week(?:'s)?,? (?:on )?${WEEKDAY}`, weekday('this-week')),
  rule(`${WEEKDAY},? (?:of )?this week`, weekday('this-week')),
  rule(`${WEEKDAY},? (?:after next|week)|week after next|next next`, vague('day')),
  rule(`next ${WEEKDAY}`, weekday('next')),
  rule(`(?:last|past|previous|every|each|other|alternate) (?:${WEEKDAY}|week|weekend|month|day)`, vague('day')),
  rule('(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays?|week ?nights?', vague('day')),
  rule(`(?:(?:this|the) )?(?:coming )?${WEEKDAY}`, weekday('plain')),
  rule('next week', (_, today) => day(readWeek(today, 1))),
  rule('(?:later )?this week', (_, today) => day(readWeek(today, 0))),
  rule('(?:this |the |on the )(?:coming )?weekend', (_, today) => day(readWeekend(today))),
  rule('(?:next )?weekends?|(?:this|next|the) month|yesterday', vague('day')),
  rule(`in (\\d{1,2}|two|three|four|five) days`, ([, count], today) => day(inDays(today, hourOf(count)))),
  rule(
    'in (?:an?|\\d{1,2}|one|two|three|four|a few|a couple(?: of)?|half an?) (?:min(?:ute)?s?|hours?|hrs?)',
    vague('time'),
  ),
  rule('in (?:an?|\\d{1,2}|one|two|three|four|a few|a couple(?: of)?) (?:days?|weeks?|months?)', vague('day')),
  rule('(?:days?|weeks?|months?) (?:from (?:now|today|tomorrow)|later)', vague('day')),
  rule('(?:end|beginning|start|middle|early|late) (?:of |in )?(?:the |this |next )?(?:week|month|year)', vague('day')),
  rule(
    '(?:(?:on|for|by) )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? of (this|the|next|the next) month',
    ([, number, month], today) => day(readDayOfMonth(today, Number(number), month?.endsWith('next') ? 'next' : 'this')),
  ),
  rule(
    '(the |on |for )?(\\d{1,2})(st|nd|rd|th)(?! (?:one|opening|option|slot|time|appointment|visit|choice|floor|person|st|street|ave|avenue|available)\\b)',
    ([, before, number, suffix], today) =>
      // "My 1st visit" and "2nd" are no days for certain.
      before || suffix === 'th' ? day(readDayOfMonth(today, Number(number), 'any')) : vague('day'),
  ),
  rule('\\d{1,2}(?:st|nd|rd|th)', WORD),
  // After a date with its month.
  rule('of this month', []),
  rule('this (morning|afternoon|evening)', ([, part], today) => [
    day(dayAt(today)),
    { kind: 'part', part: part === 'morning' || part === 'afternoon' ? part : 'evening' },
  ]),
  rule('tonight', (_, today) => [day(dayAt(today)), { kind: 'part', part: 'evening' }]),
  rule('(?:later |earlier )?today', (_, today) => day(dayAt(today))),
  rule(TOMORROW, (_, today) => day(inDays(today, 1))),
  rule('any ?day|whichever day|asap|as soon as possible|(?:the )?(?:earliest|soonest)(?: available)?|first available', {
    kind: 'any',
    of: 'day',
  }),
  rule('any ?time|whenever|what ?ever time', { kind: 'any', of: 'time' }),
]

const SOME_TIME: readonly Rule[] = [
  rule(
    `(?:a )?(half|quarter) (past|after|to|till|til|of|before) ${HOUR}(?:${OCLOCK}|${HALF})?`,
    ([, minutes = '', side = '', hour, half]) =>
      clockFrom(MINUTES[minutes] ?? 0, !/past|after/.test(side), hourOf(hour), half),
  ),
  rule(
    `(five|ten|twenty|twenty-five|\\d{1,2})(?: min(?:ute)?s)? past ${HOUR}${HALF}?`,
    ([, minutes = '', hour, half]) => clockFrom(MINUTES[minutes] ?? Number(minutes), false, hourOf(hour), half),
  ),
  rule(
    `(twenty|twenty-five|\\d{1,2} min(?:ute)?s) (?:to|till|til|before) ${HOUR}${HALF}?`,
    ([, minutes = '', hour, half]) =>
      clockFrom(MINUTES[minutes] ?? Number.parseInt(minutes, 10), true, hourOf(hour), half),
  ),
  // 3:50, or from 10 to 4.
  rule(`(?:five|ten) to ${HOUR}`, vague('time')),
  rule(`half ${HOUR}`, vague('time')),
  rule(`(\\d{1,2})[:.h](\\d{2})(?:\\s?hrs)?(?:ish)?${HALF}?`, ([match = '', hour, minute, half]) => {
    // "09:30" is by the 24-hour clock; "03:30" is in the afternoon to most who write it, and in the night by that
    // clock.
    if (!half && /^0[1-6]/.test(match)) return vague('half-of-day')
    const is24 = !half && match.startsWith('0')
    return approximate(match, clock(Number(hour), Number(minute), is24 ? 'am' : halfOf(half)))
  }),
  rule(`(?:at |@ ?)([01]\\d|2[0-3])([0-5]\\d)(?: ?hrs| hours)?${HALF}?`, ([, hour, minute, half]) =>
    clock(Number(hour), Number(minute), halfOf(half)),
  ),
  rule(`${HOUR}[ -](fifteen|thirty|forty[ -]?five|15|30|45)(?! ?min)${HALF}?`, ([, hour, minutes = '', half]) => {
    const minute = minutes.startsWith('fi') ? 15 : minutes === 'thirty' ? 30 : Number.parseInt(minutes, 10) || 45
    return clock(hourOf(hour), minute, halfOf(half))
  }),
  rule(`${HOUR}(?:${OCLOCK}${HALF}?|${HALF})`, ([, hour, first, second]) =>
    clock(hourOf(hour), 0, halfOf(first ?? second)),
  ),
  rule(`${HOUR} ?-?ish`, ([, hour]) => [connector('around'), clock(hourOf(hour), 0)]),
  rule('(?:12 |twelve )?(?:noon|midday)', clock(12, 0, 'pm')),
  rule('midnight', vague('time')),
  rule('(?:in )?(?:the )?(?:early|late|mid)[ -](?:in the )?(?:morning|afternoon|evening)', ([match = '']) =>
    lateOrEarly(match),
  ),
  rule('(?:in |during |on )?(?:the |an? )?(morning|afternoon|evening|night)s?', ([, part]) => ({
    kind: 'part',
    part: part === 'morning' || part === 'afternoon' ? part : 'evening',
  })),
  rule('(?:in )?the ([ap])\\.?m\\.?|pm', ([, half]) => ({
    kind: 'part',
    part: half === 'a' ? 'morning' : 'afternoon',
  })),
  rule('(?:at |around |during |over )?(?:my )?lunch ?(?:time|hour|break)?', {
    kind: 'part',
    part: 'afternoon',
    times: { from: new Temporal.PlainTime(11, 30), to: new Temporal.PlainTime(13, 30) },
  }),
  // The time at which a contact is done elsewhere is not the requested time.
  rule(
    '(?:after|before|at|from|have) (?:work|school|class|dinner|breakfast|lunch|my shift|an? (?:meeting|class))|i(?:.m| am)? work(?:ing)?|(?:get|am|be) off|get (?:out|done)',
    vague('time'),
  ),
  rule('(?:some|a|any|at a)?(?:n?other|different|better|later|earlier) (?:day|date|days|dates)', vague('day')),
  rule(
    '(?:an?)?other times?|different times?|better time|later|earlier|sooner|first thing|end of (?:the )?day',
    vague('time'),
  ),
]

function lateOrEarly(match: string): Token {
  const time = (hour: number, minute = 0) => new Temporal.PlainTime(hour, minute)
  const isLate = match.includes('late')
  if (match.includes('mid')) return vague('time')
  if (match.includes('morning'))
    return {
      kind: 'part',
      part: 'morning',
      times: { from: isLate ? time(10) : null, to: isLate ? time(11, 59) : time(9, 59) },
    }
  if (match.includes('afternoon'))
    return {
      kind: 'part',
      part: 'afternoon',
      times: { from: time(isLate ? 15 : 12), to: isLate ? time(17, 59) : time(14, 59) },
    }
  return { kind: 'part', part: 'evening' }
}

const approximate = (match: string, token: Token): Token | Token[] =>
  match.includes('ish') ? [connector('around'), token] : token

/** Patterns for days and times in English texts; earlier rules take precedence. */
export const ENGLISH: readonly Rule[] = [
  rule(
    '(?:good|have an?|enjoy your|enjoy the)(?: (?:good|great|nice|lovely|wonderful|rest of the|rest of your))* (?:morning|afternoon|evening|night|day|weekend|one)',
    { kind: 'break' },
  ),
  rule(
    "what(?:'s| is| are)? (?:are )?(?:your |the )?(?:opening |business )?hours|(?:are|r) (?:you|u)(?: guys)? (?:open|closed)|(?:do|when do|what time do) you(?: guys)? (?:open|close)|how (?:much|long|late|early)|(?:running|be|am|i'm) late|late by",
    { kind: 'other-topic' },
  ),
  // "That is all for today" and "see you later" name no time to come.
  rule(
    '(?:all|else|help|everything)(?: i (?:need|wanted))?(?: for)? (?:today|now)|(?:see|talk|get back|call|text)(?: to)? (?:you|u|ya) later|(?:maybe|perhaps|probably|possibly|decide|not now,?) (?:at a |some )?(?:later|another time|other time)(?: time| on)?',
    { kind: 'break' },
  ),
  ...SOME_DAY,
  ...SOME_TIME,
  rule('(?:some ?time |any ?time )?(?:no earlier than|not before|later than|after|past)', connector('after')),
  rule(
    '(?:some ?time |any ?time )?(?:from|starting(?: at| from| on)?|beginning(?: at| on)?|as of|since)',
    connector('from'),
  ),
  rule(`(?:\\d{1,4}|an?|${HOUR_WORD}|half an?)[ -]?(?:${UNIT})`, WORD),
  rule('(?:or|and) (?:later|after(?:wards)?|any ?time after|beyond)|onwards?|and (?:on|up)', connector('or-later')),
  rule('or (?:earlier|before|sooner)', connector('or-earlier')),
  rule('(?:some ?time |any ?time )?(?:earlier than|before)', connector('before')),
  rule('(?:come|coming|stop|stopping|drop|swing|pass) by', []),
  rule('(?:no later than|not later than|by|until|untill|till|til|up to)', connector('until')),
  rule('(?:how|what) about', []),
  rule(`about(?! (?:\\d|${HOUR_WORD}|half|a? ?quarter|noon))`, []),
  rule(`(?:around|about|approximately|approx|roughly|near|close to|circa)`, connector('around')),
  rule('(?:in )?between', connector('between')),
  rule('to|through|thru', connector('to')),
  rule('and', connector('and')),
  rule('or', connector('or')),
  rule('at', connector('at')),
  rule(`no(?= (?:${WEEKDAY}|\\d|morning|afternoon|evening|today|tomorrow))`, { kind: 'not' }),
  rule(
    "not|[a-z]+n't|cannot|cant|wont|dont|doesnt|isnt|arent|wasnt|couldnt|wouldnt|except(?: for)?|besides|unless|instead of|rather than|other than|never|without|avoid|nothing|neither|nor|unavailable|busy|bad|conflicts?|too (?:early|late|soon|far|long)|anything but|any day but",
    { kind: 'not' },
  ),
  rule('move|moved|change|changed|switch|reschedule|push|bump|shift|swap', { kind: 'change' }),
  rule('(?<=(?:^|[.,;!?] ?|\\b(?:at|for|around|after|before|by|from|to|about|until|between|and) ))one', {
    kind: 'number',
    value: 1,
  }),
  rule('one', WORD),
  rule(HOUR_WORD, ([match]) => ({ kind: 'number', value: hourOf(match) })),
  rule('but', { kind: 'break' }),
  // Fillers between a preposition and an hour.
  rule('please|pls|maybe|perhaps|say|like|the|on|ok|okay|sometime|some time|just|preferably|possibly|either', []),
]
