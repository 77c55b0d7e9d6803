import { HOLD_REASONS } from './delivery.ts'

/** Causes of automatic replies, besides automations. */
export const AUTO_REPLY_CAUSES = [
  'after-hours',
  'greeting',
  'idle',
  'help',
  'opt-out-confirmation',
  'opt-in-question',
  'opt-in-confirmation',
  'subscribe-question',
  'booking',
  'payment',
] as const
export type AutoReplyCause = (typeof AUTO_REPLY_CAUSES)[number]

/**
 * Why a message waited before it was sent. `scheduled`: its send time. `number-limit`: the send limit of our number.
 * `brand-limit`: T-Mobile’s daily limit for our brand.
 */
export const ORIGIN_HOLD_REASONS = [
  ...HOLD_REASONS,
  'scheduled',
  'number-limit',
  'brand-limit',
  'outside-hours',
] as const
export type OriginHoldReason = (typeof ORIGIN_HOLD_REASONS)[number]

/**
 * Source of a contact’s time zone: their address, the area code of their number, its country, where the hours of all
 * its zones apply, or our location, for numbers of other countries.
 */
export const ZONE_SOURCES = ['address', 'area-code', 'country', 'location'] as const
export type ZoneSource = (typeof ZONE_SOURCES)[number]

/** Purpose of a message, for the send gate. */
export const MESSAGE_PURPOSES = ['marketing', 'automatic', 'conversation', 'keyword-answer'] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]
