import type { Country } from './area-codes.ts'

/** A state or province as a contact's address names it. */
export interface StatedRegion {
  code: string
  country: Country
  /** All time zones of the state, the most populous first. */
  timeZones: string[]
}

/** Names and time zones by code: https://www.iana.org/time-zones, and 49 CFR part 71 for states in two zones. */
const STATES: Record<Country, Record<string, [name: string, ...timeZones: string[]]>> = {
  US: {
    AL: ['Alabama', 'America/Chicago'],
    AK: ['Alaska', 'America/Anchorage', 'America/Adak'],
    AZ: ['Arizona', 'America/Phoenix', 'America/Denver'],
    AR: ['Arkansas', 'America/Chicago'],
    CA: ['California', 'America/Los_Angeles'],
    CO: ['Colorado', 'America/Denver'],
    CT: ['Connecticut', 'America/New_York'],
    DE: ['Delaware', 'America/New_York'],
    DC: ['District of Columbia', 'America/New_York'],
    FL: ['Florida', 'America/New_York', 'America/Chicago'],
    GA: ['Georgia', 'America/New_York'],
    HI: ['Hawaii', 'Pacific/Honolulu'],
    ID: ['Idaho', 'America/Boise', 'America/Los_Angeles'],
    IL: ['Illinois', 'America/Chicago'],
    IN: ['Indiana', 'America/New_York', 'America/Chicago'],
    IA: ['Iowa', 'America/Chicago'],
    KS: ['Kansas', 'America/Chicago', 'America/Denver'],
    KY: ['Kentucky', 'America/New_York', 'America/Chicago'],
    LA: ['Louisiana', 'America/Chicago'],
    ME: ['Maine', 'America/New_York'],
    MD: ['Maryland', 'America/New_York'],
    MA: ['Massachusetts', 'America/New_York'],
    MI: ['Michigan', 'America/New_York', 'America/Chicago'],
    MN: ['Minnesota', 'America/Chicago'],
    MS: ['Mississippi', 'America/Chicago'],
    MO: ['Missouri', 'America/Chicago'],
    MT: ['Montana', 'America/Denver'],
    NE: ['Nebraska', 'America/Chicago', 'America/Denver'],
    NV: ['Nevada', 'America/Los_Angeles', 'America/Denver'],
    NH: ['New Hampshire', 'America/New_York'],
    NJ: ['New Jersey', 'America/New_York'],
    NM: ['New Mexico', 'America/Denver'],
    NY: ['New York', 'America/New_York'],
    NC: ['North Carolina', 'America/New_York'],
    ND: ['North Dakota', 'America/Chicago', 'America/Denver'],
    OH: ['Ohio', 'America/New_York'],
    OK: ['Oklahoma', 'America/Chicago'],
    OR: ['Oregon', 'America/Los_Angeles', 'America/Boise'],
    PA: ['Pennsylvania', 'America/New_York'],
    RI: ['Rhode Island', 'America/New_York'],
    SC: ['South Carolina', 'America/New_York'],
    SD: ['South Dakota', 'America/Chicago', 'America/Denver'],
    TN: ['Tennessee', 'America/Chicago', 'America/New_York'],
    TX: ['Texas', 'America/Chicago', 'America/Denver'],
    UT: ['Utah', 'America/Denver'],
    VT: ['Vermont', 'America/New_York'],
    VA: ['Virginia', 'America/New_York'],
    WA: ['Washington', 'America/Los_Angeles'],
    WV: ['West Virginia', 'America/New_York'],
    WI: ['Wisconsin', 'America/Chicago'],
    WY: ['Wyoming', 'America/Denver'],
    PR: ['Puerto Rico', 'America/Puerto_Rico'],
    VI: ['Virgin Islands', 'America/St_Thomas'],
    GU: ['Guam', 'Pacific/Guam'],
    AS: ['American Samoa', 'Pacific/Pago_Pago'],
    MP: ['Northern Mariana Islands', 'Pacific/Saipan'],
  },
  CA: {
    AB: ['Alberta', 'America/Edmonton'],
    BC: ['British Columbia', 'America/Vancouver', 'America/Edmonton'],
    MB: ['Manitoba', 'America/Winnipeg'],
    NB: ['New Brunswick', 'America/Halifax'],
    NL: ['Newfoundland and Labrador', 'America/St_Johns', 'America/Goose_Bay'],
    NS: ['Nova Scotia', 'America/Halifax'],
    NT: ['Northwest Territories', 'America/Edmonton'],
    NU: ['Nunavut', 'America/Toronto', 'America/Winnipeg', 'America/Edmonton'],
    ON: ['Ontario', 'America/Toronto', 'America/Winnipeg'],
    PE: ['Prince Edward Island', 'America/Halifax'],
    QC: ['Quebec', 'America/Toronto', 'America/Halifax'],
    SK: ['Saskatchewan', 'America/Regina', 'America/Edmonton'],
    YT: ['Yukon', 'America/Whitehorse'],
  },
}

const COUNTRIES = ['US', 'CA'] as const

const BY_TEXT = new Map(
  COUNTRIES.flatMap((country) =>
    Object.entries(STATES[country]).flatMap(([code, [name, ...timeZones]]) => {
      const region: StatedRegion = { code, country, timeZones }
      return [code, name.toUpperCase()].map((text) => [text, region] as const)
    }),
  ),
)

/** The end of an address: the state, its ZIP or postal code, and maybe the country. */
const ADDRESS_END: Record<Country, RegExp> = {
  US: /(?:^|[\s,])([A-Z]{2})[\s,]+\d{5}(?:-\d{4})?(?:[\s,]+(?:USA?|UNITED STATES))?$/,
  CA: /(?:^|[\s,(])([A-Z]{2})[\s,)]+[A-Z]\d[A-Z][\s-]?\d[A-Z]\d(?:[\s,]+(?:CA|CANADA))?$/,
}

/** Reads a state or province, by its code or its name, or an address that ends with one; null for any other text. */
export function readState(text: string): StatedRegion | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[\s.,]+$/, '')
    .trim()
  const stated = BY_TEXT.get(plain)
  if (stated) return stated
  for (const country of COUNTRIES) {
    const region = BY_TEXT.get(ADDRESS_END[country].exec(plain)?.[1] ?? '')
    if (region?.country === country) return region
  }
  return null
}
