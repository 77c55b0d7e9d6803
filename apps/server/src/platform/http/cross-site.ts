import type { FastifyRequest } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site made the browser send this request. Sign-in sets cookies, so a form on another site
 * must not reach it (login CSRF). Same rule as Go's http.CrossOriginProtection: current browsers send Sec-Fetch-Site,
 * older ones at least Origin, and a client that sends neither is not a browser.
 * https://pkg.go.dev/net/http#CrossOriginProtection
 */
export function isCrossSite({ method, headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  if (SAFE_METHODS.has(method)) return false
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  if (origin === undefined) return false
  return !URL.canParse(origin) || (new URL(origin).host !== host && origin !== publicUrl)
}
