import type { SendingSettings } from '@frontdesk/contract/api'

/** Prices are in millionths of the currency. */
export const MICRO = 1_000_000

export interface Sent {
  segments: number
  mediaMessages: number
}

/** Cost of texts at the prices of the business. */
export const textCost = (
  { pricePerSegment, pricePerMediaMessage }: Pick<SendingSettings, 'pricePerSegment' | 'pricePerMediaMessage'>,
  { segments, mediaMessages }: Sent,
): number => (segments * pricePerSegment + mediaMessages * pricePerMediaMessage) / MICRO
