export interface Device {
  os: string
  browser: string
  isMobile: boolean
}

/** Order matters: every browser claims to be those before it. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a browser says it is, in words for people; nothing may depend on it. */
export function readUserAgent(userAgent: string): Device {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown'
  return {
    os: find(SYSTEMS),
    browser: find(BROWSERS),
    isMobile: /\b(Mobile|iPhone|iPad|Android)\b/.test(userAgent),
  }
}
