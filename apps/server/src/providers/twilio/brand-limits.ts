import { z } from 'zod'

/**
 * SMS segments and MMS that T-Mobile accepts from a brand in a day, over all platforms that send for it, by the brand's
 * tier: https://support.twilio.com/hc/en-us/articles/1260804800549 and
 * https://www.clickatell.com/faqs/answer/11-what-are-the-messaging-throughput-limits-for-10dlc-campaigns/
 */
const SEGMENTS_PER_DAY: Readonly<Record<string, number>> = {
  TOP: 200_000,
  UPPER_MID: 40_000,
  LOWER_MID: 10_000,
  LOWER: 2_000,
  LOW: 2_000,
}

/** https://www.telgorithm.com/news/sole-prop-2-0 */
const SEGMENTS_PER_DAY_OF_SOLE_PROPRIETORS = 1_000

/** Twilio's types do not define the limits of each carrier. */
const RateLimits = z.object({ tmobile: z.object({ brand_tier: z.string() }) })

/** T-Mobile's daily limit for the brand of a campaign; null if the carrier does not say. */
export function segmentsPerDayOf({ useCase, rateLimits }: { useCase: string; rateLimits: unknown }): number | null {
  if (useCase === 'SOLE_PROPRIETOR') return SEGMENTS_PER_DAY_OF_SOLE_PROPRIETORS
  const { data } = RateLimits.safeParse(rateLimits)
  return (data && SEGMENTS_PER_DAY[data.tmobile.brand_tier]) ?? null
}
