export interface Device {
  os: string
  browser: string
  isMobile: boolean
}

/** Order matters: a user agent also contains the names of browsers further down. */
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

/** Browser and system for display. User agents can be forged, so nothing may depend on them. */
export function readUserAgent(userAgent: string): Device {
  const find = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown'
  return {
    os: find(SYSTEMS),
    browser: find(BROWSERS),
    isMobile: /\b(Mobile|iPhone|iPad|Android)\b/.test(userAgent),
  }
}
