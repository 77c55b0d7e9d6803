export type RetryReason = 'ct' | 'rt' | '4xx' | '5xx'

export interface ConnectionOverrides {
  /** URL without its fragment, which is neither sent nor signed. */
  url: string
  connectTimeoutMs: number
  readTimeoutMs: number
  totalTimeoutMs: number
  retries: number
  retryOn: (reason: RetryReason) => boolean
}

const clamp = (value: string | null, low: number, high: number, fallback: number) => {
  if (value === null || !/^\d+$/.test(value)) return fallback
  return Math.min(high, Math.max(low, Number(value)))
}

/**
 * Parses `#rc=3&rp=ct,rt,5xx` and the like. https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export function readConnectionOverrides(address: string): ConnectionOverrides {
  const hash = address.indexOf('#')
  const overrides = new URLSearchParams(hash < 0 ? '' : address.slice(hash + 1))
  const policy = (overrides.get('rp') ?? 'ct').split(',')
  return {
    url: hash < 0 ? address : address.slice(0, hash),
    connectTimeoutMs: clamp(overrides.get('ct'), 100, 10_000, 5000),
    readTimeoutMs: clamp(overrides.get('rt'), 100, 15_000, 15_000),
    totalTimeoutMs: clamp(overrides.get('tt'), 100, 15_000, 15_000),
    retries: clamp(overrides.get('rc'), 0, 5, 1),
    retryOn: (reason) => policy.includes(reason) || policy.includes('all'),
  }
}
