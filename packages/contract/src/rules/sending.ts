import type { SendingSettings, SendingWindow, StateWindow } from '../api/sending.ts'

/** 47 CFR § 64.1200(c)(1): no telephone solicitation before 8 a.m. or after 9 p.m. at the called party's location. */
export const FEDERAL_HOURS: SendingWindow = { opens: '08:00', closes: '21:00' }

const daily = (state: string, opens: string, closes: string, source: string): StateWindow => {
  const window = { opens, closes }
  return { state, weekdays: window, saturday: window, sunday: window, source }
}

/** States whose telemarketing laws apply to texts and are stricter than the federal hours. */
export const STATE_WINDOWS: readonly StateWindow[] = [
  daily('CT', '09:00', '20:00', 'Conn. Gen. Stat. § 42-288a'),
  daily('FL', '08:00', '20:00', 'Fla. Stat. § 501.616(6)'),
  daily('MD', '08:00', '20:00', 'Md. Code, Com. Law § 14-4502'),
  daily('MS', '08:00', '20:00', 'Miss. Code § 77-3-723'),
  daily('NJ', '08:00', '20:00', 'N.J. Rev. Stat. § 56:8-128'),
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
]

export const DEFAULT_SENDING_SETTINGS: Omit<SendingSettings, 'version'> = {
  quietHours: FEDERAL_HOURS,
  followsStateRules: true,
  stateWindows: [...STATE_WINDOWS],
  currency: 'USD',
  // List prices of https://www.twilio.com/en-us/sms/pricing/us, without the carriers' own fees.
  pricePerSegment: 8_300,
  pricePerMediaMessage: 22_000,
  shortLinkDomain: null,
  shortensLinks: false,
}
