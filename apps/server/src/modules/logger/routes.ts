import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Api } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { readUserAgent } from '../../platform/http/user-agent.ts'
import type { Needs } from '../../platform/module.ts'
import { recordBrowserError } from './browser-errors.ts'

type LoggerDeps = Needs<'directory' | 'metrics' | 'now'>

/** The endpoint is public, so each process limits reports per IP address and overall. */
const REPORTS_PER_ADDRESS = 20
const REPORTS_OVERALL = 500
const WINDOW_SECONDS = 10 * 60

export function loggerRoutes(api: Api, { directory, metrics, now }: LoggerDeps) {
  const perAddress = new RateLimiterMemory({ points: REPORTS_PER_ADDRESS, duration: WINDOW_SECONDS })
  const overall = new RateLimiterMemory({ points: REPORTS_OVERALL, duration: WINDOW_SECONDS })
  const isWithin = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).then(
      () => true,
      () => false,
    )
  return {
    reportError: api.logger.reportError.handler(async ({ context: { request }, input }) => {
      if ((await isWithin(perAddress, callerAddress(request))) && (await isWithin(overall, ''))) {
        metrics.browserErrors.inc()
        const { browser, os } = readUserAgent(request.headers['user-agent'] ?? '')
        await recordBrowserError(directory, { ...input, browser: `${browser}, ${os}` }, now())
      }
      return { success: true as const }
    }),
  }
}
