/** Events of the texts of a campaign that are counted over time. */
export const CAMPAIGN_TREND_KINDS = ['sent', 'delivered', 'clicked', 'replied', 'optedOut'] as const

/**
 * Campaigns of up to this many recipients are counted on each request, larger ones in the background, and not at all
 * for viewers who see only some of the recipients.
 */
export const TREND_DIRECT_RECIPIENTS = 2000
/** Within this time of its start a campaign is charted by five minutes, later by the hour. */
export const TREND_FINE_HOURS = 3

/** Days of the chart of subscribers. */
export const SUBSCRIBER_TREND_DAYS = [30, 90, 365] as const
export type SubscriberTrendDays = (typeof SUBSCRIBER_TREND_DAYS)[number]
/** Subscribers that the chart of subscribers counts in each direction, those who joined or left last. */
export const SUBSCRIBER_TREND_MAX = 20_000
