/**
 * Status ladder of an outgoing message. It only goes up; `delivered`, `undelivered` and `failed` are final,
 * except that `read` may follow `delivered`. `unknown`: the outcome of the request to the carrier is unknown.
 */
export const DELIVERY_STATUSES = [
  'queued',
  'sending',
  'unknown',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const RANK: Record<DeliveryStatus, number> = {
  queued: 0,
  sending: 1,
  unknown: 1,
  sent: 2,
  delivered: 3,
  read: 4,
  undelivered: 5,
  failed: 5,
}

const isFinal = (status: DeliveryStatus) => RANK[status] >= RANK.delivered

/**
 * Whether the ladder allows `next` after `current`. `sending` and `unknown` may alternate: the carrier’s response is
 * lost, and later recovered.
 */
export function mayFollow(current: DeliveryStatus, next: DeliveryStatus): boolean {
  if (RANK[current] === RANK.sending && RANK[next] === RANK.sending) return current !== next
  if (current === 'delivered') return next === 'read'
  return !isFinal(current) && RANK[next] > RANK[current]
}

/** Reasons for an undelivered message; the web app translates them. */
export const DELIVERY_REASONS = [
  'opted-out',
  'no-consent',
  'consent-review',
  'blocked',
  'landline',
  'quiet-hours',
  'daily-limit',
  'unreachable',
  'invalid-number',
  'carrier-filtered',
  'unregistered',
  'queue-full',
  'brand-limit',
  'media-refused',
  'account',
  'never-accepted',
  'outcome-unknown',
  'stopped',
  'replied',
  'outdated',
  'held',
  'missed',
  'other',
] as const
export type DeliveryReason = (typeof DELIVERY_REASONS)[number]

/** Known carrier error codes, and whether a retry can help. https://www.twilio.com/docs/api/errors */
const BY_CODE: Record<number, [DeliveryReason, boolean]> = {
  12300: ['media-refused', false],
  20003: ['account', false],
  20404: ['account', false],
  21211: ['invalid-number', false],
  21408: ['account', false],
  21606: ['account', false],
  21610: ['opted-out', false],
  21611: ['queue-full', true],
  21612: ['unreachable', false],
  21614: ['landline', false],
  21617: ['other', false],
  21620: ['media-refused', false],
  30001: ['queue-full', true],
  30002: ['account', false],
  30003: ['unreachable', true],
  30004: ['blocked', false],
  30005: ['invalid-number', false],
  30006: ['landline', false],
  30007: ['carrier-filtered', false],
  30008: ['other', true],
  30019: ['media-refused', false],
  30022: ['queue-full', true],
  30023: ['brand-limit', true],
  30027: ['brand-limit', true],
  30034: ['unregistered', false],
}

/** Codes of a carrier whose queue is full or whose rate limit was exceeded. The text can be sent again later. */
const THROTTLE_CODES: readonly number[] = [21611, 30001, 30022]
export const isThrottleCode = (code: number | null): boolean => code !== null && THROTTLE_CODES.includes(code)

/** Maps a carrier's error code to its reason and whether a retry can help. */
export function explainDelivery(code: number | null): { reason: DeliveryReason; canRetry: boolean } {
  const [reason, canRetry] = (code !== null && BY_CODE[code]) || (['other', true] as const)
  return { reason, canRetry }
}

/** Reasons of the send gate for holding or refusing a message. */
export const SEND_GATE_REASONS = [
  'opted-out',
  'opted-out-of-marketing',
  'no-consent',
  'consent-review',
  'blocked',
  'landline',
  'unreachable',
  'no-sending-account',
  'daily-limit',
  'quiet-hours',
] as const
export type SendGateReason = (typeof SEND_GATE_REASONS)[number]

/** Reasons that pass by themselves: the message is held until then. */
export const HOLD_REASONS = ['quiet-hours', 'daily-limit'] as const satisfies readonly SendGateReason[]
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Errors of numbers that get no automatic texts until they text us or a text arrives there. */
export const UNREACHABLE_REASONS: readonly DeliveryReason[] = ['unreachable', 'invalid-number']
