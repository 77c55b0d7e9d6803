/** Final error codes of messages with Twilio's texts. https://www.twilio.com/docs/api/errors */
const MESSAGE_ERRORS: Record<number, string> = {
  11200: 'HTTP retrieval failure',
  11751: 'Media exceeds message size limit',
  12300: 'Invalid Content-Type',
  30001: 'Queue overflow',
  30002: 'Account suspended',
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
  30009: 'Missing inbound segment',
  30010: 'Message price exceeds max price',
  30022: 'US A2P 10DLC - Rate Limits Exceeded',
  30023: 'US A2P 10DLC - Daily Message Cap Reached',
  30027: 'US A2P 10DLC - T-Mobile Daily Message Limit Reached',
  30034: 'Message from an Unregistered Number',
}

/** Errors that stop a message at Twilio (`failed`); every other code is reported by the carrier (`undelivered`). */
const FAILS_AT_TWILIO = new Set([11200, 11751, 12300, 30001, 30002, 30010])

export const messageErrorText = (code: number): string => MESSAGE_ERRORS[code] ?? 'Unknown error'

/**
 * Whether a message is accepted first and ends with this code later; all other codes are returned by the API directly.
 */
export const endsMessage = (code: number): boolean => code >= 30000 || FAILS_AT_TWILIO.has(code)

export const failsAtTwilio = (code: number): boolean => FAILS_AT_TWILIO.has(code)
