import { violates } from '../../../platform/errors.ts'

/**
 * Runs a `write` that returns the existing row for a repeated request. Of two concurrent requests one violates `key`;
 * its second run finds the row of the other.
 */
export const runIdempotently = <T>(
  key: 'messages_pkey' | 'scheduled_messages_pkey' | 'booking_waitlist_pkey' | 'booking_offers_pkey',
  write: () => Promise<T>,
): Promise<T> =>
  write().catch((error) => {
    if (violates(error, key)) return write()
    throw error
  })
