export type RetryReason = 'ct' | 'rt' | '4xx' | '5xx'

export interface ConnectionOverrides {
  /** The address without its fragment, which is neither sent nor signed. */
  url: string
  connectTimeoutMs: number
  readTimeoutMs: number
  totalTimeoutMs: number
  retries: number
  retryOn: (reason: RetryReason) => boolean
}

const within = (value: string | null, low: number, high: number, otherwise: number) => {
  if (value === null || !/^\d+$/.test(value)) return otherwise
  return Math.min(high, Math.max(low, Number(value)))
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides: `#rc=3&rp=ct,rt,5xx` and its kin. */
export function readConnectionOverrides(address: string): ConnectionOverrides {
  const hash = address.indexOf('#')
  const overrides = new URLSearchParams(hash < 0 ? '' : address.slice(hash + 1))
  const policy = (overrides.get('rp') ?? 'ct').split(',')
  return {
    url: hash < 0 ? address : address.slice(0, hash),
    connectTimeoutMs: within(overrides.get('ct'), 100, 10_000, 5000),
    readTimeoutMs: within(overrides.get('rt'), 100, 15_000, 15_000),
    totalTimeoutMs: within(overrides.get('tt'), 100, 15_000, 15_000),
    retries: within(overrides.get('rc'), 0, 5, 1),
    retryOn: (reason) => policy.includes(reason) || policy.includes('all'),
  }
}
