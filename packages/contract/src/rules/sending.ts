import type { SendingSettings, SendingWindow, StateWindow } from '../api/sending.ts'

/** 47 CFR § 64.1200(c)(1): no telephone solicitation before 8 a.m. or after 9 p.m. at the called party's location. */
export const FEDERAL_HOURS: SendingWindow = { opens: '08:00', closes: '21:00' }

const daily = (state: string, opens: string, closes: string, source: string): StateWindow => {
  const window = { opens, closes }
  return { state, weekdays: window, saturday: window, sunday: window, source }
}

const exceptSunday = (...window: Parameters<typeof daily>): StateWindow => ({ ...daily(...window), sunday: null })

/**
 * CRTC Unsolicited Telecommunications Rules, Part III, rule 23: 9:00 to 21:30 on weekdays, 10:00 to 18:00 on weekends.
 * https://crtc.gc.ca/eng/trules-reglest.htm. They are written for calls; no rule names hours for texts.
 */
export const CANADIAN_HOURS: Omit<StateWindow, 'state'> = {
  weekdays: { opens: '09:00', closes: '21:30' },
  saturday: { opens: '10:00', closes: '18:00' },
  sunday: { opens: '10:00', closes: '18:00' },
  source: 'CRTC Unsolicited Telecommunications Rules, Part III, 23',
}

/**
 * How many automated texts a contact gets within 24 hours. Fla. Stat. § 501.616(6) and Okla. Stat. tit. 15 § 775C.4
 * allow three solicitations.
 */
const AUTOMATED_TEXTS_PER_DAY = 3
export const AUTOMATED_TEXTS_PER_DAY_MAX = 20

/** States whose telemarketing laws apply to texts and are stricter than the federal hours. */
export const STATE_WINDOWS: readonly StateWindow[] = [
  // Also https://www.dropcowboy.com/state-compliance (November 2025), which lists the hours of all states.
  exceptSunday('AL', '08:00', '20:00', 'Ala. Admin. Code r. 770-X-5-.17'),
  daily('CT', '09:00', '20:00', 'Conn. Gen. Stat. § 42-288a'),
  daily('FL', '08:00', '20:00', 'Fla. Stat. § 501.616(6)'),
  daily('KY', '10:00', '21:00', 'Ky. Rev. Stat. § 367.46955(3)'),
  exceptSunday('LA', '08:00', '20:00', 'La. Rev. Stat. § 45:844.31 (PSC general order)'),
  daily('MA', '08:00', '20:00', 'Mass. Gen. Laws ch. 159C § 3'),
  daily('MD', '08:00', '20:00', 'Md. Code, Com. Law § 14-4502'),
  daily('MN', '09:00', '21:00', 'Minn. Stat. § 325E.30'),
  exceptSunday('MS', '08:00', '20:00', 'Miss. Code § 77-3-723'),
  daily('NJ', '08:00', '20:00', 'N.J. Rev. Stat. § 56:8-128'),
  daily('NM', '09:00', '21:00', 'N.M. Stat. § 57-12-22'),
  daily('NV', '09:00', '20:00', 'State calling restrictions guide, dropcowboy.com'),
  daily('OK', '08:00', '20:00', 'Okla. Stat. tit. 15 § 775C.4'),
  {
    state: 'RI',
    weekdays: { opens: '09:00', closes: '18:00' },
    saturday: { opens: '10:00', closes: '17:00' },
    sunday: null,
    source: 'R.I. Gen. Laws § 5-61-3.6',
  },
  {
    state: 'TX',
    weekdays: { opens: '09:00', closes: '21:00' },
    saturday: { opens: '09:00', closes: '21:00' },
    sunday: { opens: '12:00', closes: '21:00' },
    source: 'Tex. Bus. & Com. Code § 301.051',
  },
  daily('WA', '08:00', '20:00', 'Wash. Rev. Code § 19.158.040(2)'),
]

const narrowest = (windows: readonly (SendingWindow | null)[]): SendingWindow | null =>
  windows.reduce((narrow, window) => {
    if (narrow === null || window === null) return null
    const [, opens = ''] = [window.opens, narrow.opens].toSorted()
    const [closes = ''] = [window.closes, narrow.closes].toSorted()
    return { opens, closes }
  }, FEDERAL_HOURS)

/** Hours that the law of every state allows, for a contact who may be in any of them. */
export const NARROWEST_STATE_HOURS: Omit<StateWindow, 'state' | 'source'> = {
  weekdays: narrowest(STATE_WINDOWS.map(({ weekdays }) => weekdays)),
  saturday: narrowest(STATE_WINDOWS.map(({ saturday }) => saturday)),
  sunday: narrowest(STATE_WINDOWS.map(({ sunday }) => sunday)),
}

/**
 * What US carriers take of a standard 10DLC brand with a low trust score, of 12 in all for T-Mobile, AT&T and Verizon:
 * https://help.twilio.com/articles/1260803225669. A low-volume brand has 3.75, one with a high score 225.
 */
const SEGMENTS_PER_SECOND = 12
export const SEGMENTS_PER_SECOND_MAX = 1000
/** The carriers count a brand's segments by the days of this zone. */
export const CARRIER_DAY_ZONE = 'America/Los_Angeles'

export const DEFAULT_SENDING_SETTINGS: Omit<SendingSettings, 'version'> = {
  quietHours: FEDERAL_HOURS,
  followsStateRules: true,
  stateWindows: [...STATE_WINDOWS],
  stateFieldID: null,
  // Businesses that signed up before the switch existed; registration turns it on.
  requiresMarketingConsent: false,
  automatedTextsPerDay: AUTOMATED_TEXTS_PER_DAY,
  approvalAbove: null,
  segmentsPerSecond: SEGMENTS_PER_SECOND,
  segmentsPerSecondByNumber: null,
  segmentsPerDay: null,
  currency: 'USD',
  // List prices of https://www.twilio.com/en-us/sms/pricing/us, without the carriers' own fees.
  pricePerSegment: 8_300,
  pricePerMediaMessage: 22_000,
  shortLinkDomain: null,
  shortensLinks: false,
}
