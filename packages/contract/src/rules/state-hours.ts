import type { SendingWindow } from '../api/sending.ts'

/** Hours of each day of the week; null: no solicitation on that day. */
export interface WeekHours {
  weekdays: SendingWindow | null
  saturday: SendingWindow | null
  sunday: SendingWindow | null
}

export const LEGAL_HOLIDAYS = [
  'new-years-day',
  'martin-luther-king-day',
  'washingtons-birthday',
  'mardi-gras',
  'good-friday',
  'confederate-memorial-day',
  'rhode-island-independence-day',
  'memorial-day',
  'jefferson-davis-birthday',
  'flag-day',
  'juneteenth',
  'independence-day',
  'pioneer-day',
  'victory-day',
  'labor-day',
  'columbus-day',
  'election-day',
  'veterans-day',
  'thanksgiving',
  'day-after-thanksgiving',
  'rosa-parks-day',
  'christmas-day',
] as const
export type LegalHoliday = (typeof LEGAL_HOLIDAYS)[number]

/** When a holiday is. `week`: 1 is the first such weekday of the month, -1 the last. Monday is 1. */
export type HolidayRule =
  | { month: number; day: number }
  | { month: number; week: number; weekday: number; daysAfter?: number }
  | { daysFromEaster: number }
  /** The Tuesday after the first Monday of November. */
  | { election: 'every-year' | 'even-years' }
  /** The Monday of its week; on a weekend, the Monday after it. */
  | { mondayOf: { month: number; day: number } }

/** The days of a state’s law on which no one may be solicited, besides those of the week. */
export interface StateHolidays {
  days: Partial<Record<LegalHoliday, HolidayRule>>
  /** The weekday on which a holiday with a fixed date is also observed if it falls on a weekend. */
  ifSaturday: 'friday' | 'monday' | null
  ifSunday: 'monday' | null
  source: string
}

/** The law of a state about when people may be solicited by phone or text. */
export interface StateRule extends WeekHours {
  state: string
  source: string
  holidays: StateHolidays | null
  /** What was not read in the law itself; null: all of it was. */
  unverified: string | null
}

/** https://www.dropcowboy.com/state-compliance (November 2025), and blog.clickpointsoftware.com (July 2025). */
const CITED = 'The hours: as guides and law firms cite them.'

const daily = (state: string, opens: string, closes: string, source: string): StateRule => {
  const window = { opens, closes }
  return { state, weekdays: window, saturday: window, sunday: window, source, holidays: null, unverified: CITED }
}

const exceptSunday = (...window: Parameters<typeof daily>): StateRule => ({ ...daily(...window), sunday: null })

const monday = 1
const thursday = 4

/** Days that all these states share. */
const COMMON_HOLIDAYS: StateHolidays['days'] = {
  'new-years-day': { month: 1, day: 1 },
  'martin-luther-king-day': { month: 1, week: 3, weekday: monday },
  'memorial-day': { month: 5, week: -1, weekday: monday },
  'independence-day': { month: 7, day: 4 },
  'labor-day': { month: 9, week: 1, weekday: monday },
  'veterans-day': { month: 11, day: 11 },
  thanksgiving: { month: 11, week: 4, weekday: thursday },
  'christmas-day': { month: 12, day: 25 },
}
const WASHINGTONS_BIRTHDAY = { month: 2, week: 3, weekday: monday }
const COLUMBUS_DAY = { month: 10, week: 2, weekday: monday }
const JUNETEENTH = { month: 6, day: 19 }
const MARDI_GRAS = { daysFromEaster: -47 }
const GOOD_FRIDAY = { daysFromEaster: -2 }

/**
 * States whose law is stricter than the federal hours. States without an entry have the federal ones, or only rules for
 * recorded voices and registered telemarketers (such as Arkansas, Illinois, Indiana, Maine, Nebraska, South Carolina,
 * Tennessee, Virginia and Wyoming). What a governor proclaims, such as a holiday or a state of emergency, is not part of
 * it. Many of these laws exempt calls with consent; the hours and days apply nevertheless.
 */
export const STATE_RULES: readonly StateRule[] = [
  {
    ...exceptSunday('AL', '08:00', '20:00', 'Ala. Admin. Code r. 770-X-5-.17'),
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'washingtons-birthday': WASHINGTONS_BIRTHDAY,
        // Only a holiday in Mobile and Baldwin counties, but a state or an area code does not say which county.
        'mardi-gras': MARDI_GRAS,
        'confederate-memorial-day': { month: 4, week: 4, weekday: monday },
        'jefferson-davis-birthday': { month: 6, week: 1, weekday: monday },
        juneteenth: JUNETEENTH,
        'columbus-day': COLUMBUS_DAY,
        'rosa-parks-day': { month: 12, day: 1 },
      },
      ifSaturday: 'friday',
      ifSunday: 'monday',
      source: 'Ala. Code § 1-3-8',
    },
    unverified: 'The hours: as guides cite them. Rosa Parks Day: a choice of counties and towns.',
  },
  daily('CT', '09:00', '20:00', 'Conn. Gen. Stat. § 42-288a'),
  daily('FL', '08:00', '20:00', 'Fla. Stat. § 501.616(6)'),
  daily('KY', '10:00', '21:00', 'Ky. Rev. Stat. § 367.46955(3)'),
  {
    ...exceptSunday('LA', '08:00', '20:00', 'La. Pub. Serv. Comm’n General Order R-29617 § V(A)(2)'),
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'mardi-gras': MARDI_GRAS,
        'good-friday': GOOD_FRIDAY,
        juneteenth: JUNETEENTH,
        'columbus-day': COLUMBUS_DAY,
        'election-day': { election: 'even-years' },
        'day-after-thanksgiving': { month: 11, week: 4, weekday: thursday, daysAfter: 1 },
      },
      ifSaturday: 'friday',
      ifSunday: 'monday',
      source: 'La. Pub. Serv. Comm’n General Order R-29617; La. Rev. Stat. § 1:55',
    },
    unverified: 'Which holidays the commission enforces: those of calendars of dnc.com, with others of the statute.',
  },
  daily('MA', '08:00', '20:00', 'Mass. Gen. Laws ch. 159C § 3'),
  daily('MD', '08:00', '20:00', 'Md. Code, Com. Law § 14-4502'),
  daily('MI', '09:00', '21:00', 'Mich. Comp. Laws § 484.125'),
  daily('MN', '09:00', '21:00', 'Minn. Stat. § 325E.30'),
  {
    ...exceptSunday('MS', '08:00', '20:00', 'Miss. Code § 77-3-723'),
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'washingtons-birthday': WASHINGTONS_BIRTHDAY,
        'confederate-memorial-day': { month: 4, week: -1, weekday: monday },
      },
      ifSaturday: null,
      ifSunday: 'monday',
      source: 'Miss. Code § 3-3-7',
    },
    unverified: 'The hours, and that they exclude holidays: as guides cite them. The days are those of the statute.',
  },
  daily('NJ', '08:00', '20:00', 'N.J. Rev. Stat. § 56:8-128'),
  daily('NM', '09:00', '21:00', 'N.M. Stat. § 57-12-22'),
  {
    ...daily('NV', '09:00', '20:00', 'Nev. Rev. Stat. § 598.0918'),
    unverified: 'The hours: as guides cite them. The act of 2001 forbade 9 p.m. to 8 a.m. only.',
  },
  daily('OK', '08:00', '20:00', 'Okla. Stat. tit. 15 § 775C.4'),
  // In force for texts since January 1, 2026.
  daily('OR', '08:00', '20:00', 'Or. HB 3865 (2025), Or. Rev. Stat. § 646.563'),
  {
    ...daily('PA', '08:00', '21:00', '73 Pa. Stat. § 2245 (Act 72 of 2019)'),
    // Saturday is a legal half-holiday from noon.
    saturday: { opens: '08:00', closes: '12:00' },
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'washingtons-birthday': WASHINGTONS_BIRTHDAY,
        'good-friday': GOOD_FRIDAY,
        'flag-day': { month: 6, day: 14 },
        juneteenth: JUNETEENTH,
        'columbus-day': COLUMBUS_DAY,
        'election-day': { election: 'every-year' },
      },
      ifSaturday: null,
      ifSunday: 'monday',
      source: '73 Pa. Stat. § 2245; 44 Pa. Stat. § 11',
    },
    unverified: 'Saturdays from noon, and the list of days: as guides cite them.',
  },
  {
    state: 'RI',
    weekdays: { opens: '09:00', closes: '18:00' },
    saturday: { opens: '10:00', closes: '17:00' },
    sunday: null,
    source: 'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6',
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'washingtons-birthday': WASHINGTONS_BIRTHDAY,
        'rhode-island-independence-day': { month: 5, day: 4 },
        juneteenth: JUNETEENTH,
        'victory-day': { month: 8, week: 2, weekday: monday },
        'columbus-day': COLUMBUS_DAY,
        'election-day': { election: 'even-years' },
      },
      ifSaturday: 'monday',
      ifSunday: 'monday',
      source: 'R.I. Gen. Laws § 25-1-1; federal holidays, 5 U.S.C. § 6103',
    },
    unverified: null,
  },
  {
    // “Except weekdays between 9 a.m. and 9 p.m.”
    ...daily('SD', '09:00', '21:00', 'S.D. Codified Laws § 37-30-28'),
    saturday: null,
    sunday: null,
    unverified: 'Whether a text is a solicitation by an automated dialing system.',
  },
  {
    state: 'TX',
    weekdays: { opens: '09:00', closes: '21:00' },
    saturday: { opens: '09:00', closes: '21:00' },
    sunday: { opens: '12:00', closes: '21:00' },
    source: 'Tex. Bus. & Com. Code § 301.051',
    holidays: null,
    unverified: null,
  },
  {
    ...exceptSunday('UT', '08:00', '21:00', 'Utah Code § 13-25a-103(3)'),
    holidays: {
      days: {
        ...COMMON_HOLIDAYS,
        'washingtons-birthday': WASHINGTONS_BIRTHDAY,
        'good-friday': GOOD_FRIDAY,
        juneteenth: { mondayOf: JUNETEENTH },
        'pioneer-day': { month: 7, day: 24 },
        'columbus-day': COLUMBUS_DAY,
      },
      ifSaturday: 'friday',
      ifSunday: 'monday',
      source: 'Utah Code § 63G-1-301',
    },
    unverified: 'The changes of § 63G-1-301 from January 1, 2027.',
  },
  daily('WA', '08:00', '20:00', 'Wash. Rev. Code § 19.158.040(2)'),
]
