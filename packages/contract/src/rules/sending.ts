import type { SendingSettings, SendingWindow } from '../api/sending.ts'
import type { WeekHours } from './state-hours.ts'

/** 47 CFR § 64.1200(c)(1): no telephone solicitation before 8 a.m. or after 9 p.m. at the called party's location. */
export const FEDERAL_HOURS: SendingWindow = { opens: '08:00', closes: '21:00' }

/**
 * CRTC Unsolicited Telecommunications Rules, Part III, rule 23: 9:00 to 21:30 on weekdays, 10:00 to 18:00 on weekends.
 * https://crtc.gc.ca/eng/trules-reglest.htm. They are written for calls; no rule names hours for texts.
 */
export const CANADIAN_HOURS: WeekHours & { source: string } = {
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

/**
 * Segments that US carriers accept from a standard 10DLC brand with a low trust score: 12 in all for T-Mobile, AT&T and
 * Verizon. https://help.twilio.com/articles/1260803225669. A low-volume brand has 3.75, one with a high score 225.
 */
const SEGMENTS_PER_SECOND = 12
export const SEGMENTS_PER_SECOND_MAX = 1000
/** The carriers count a brand's segments by the days of this zone. */
export const CARRIER_DAY_ZONE = 'America/Los_Angeles'

export const DEFAULT_SENDING_SETTINGS: Omit<SendingSettings, 'version'> = {
  quietHours: FEDERAL_HOURS,
  followsStateRules: true,
  stateFieldID: null,
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
