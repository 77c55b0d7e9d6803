import Bowser from 'bowser'

export interface Device {
  browser: string | null
  os: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | 'other'
}

/** Parses browser and operating system from a user agent. */
export function readDevice(userAgent: string | null | undefined): Device {
  if (!userAgent) return { browser: null, os: null, kind: 'other' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = platform.type
  return {
    browser: browser.name || null,
    os: os.name || null,
    kind: kind === 'desktop' || kind === 'mobile' || kind === 'tablet' ? kind : 'other',
  }
}

/** Formats a device for emails and the audit log. */
export function deviceName(userAgent: string | null | undefined): string {
  const { browser, os } = readDevice(userAgent)
  return [browser, os].filter(Boolean).join(' on ') || 'Unknown device'
}
