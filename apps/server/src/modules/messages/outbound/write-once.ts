import { violates } from '../../../platform/errors.ts'

/**
 * Runs a `write` that answers a repeated request with what is there. Of the same request twice at once one fails on `key`,
 * and finds on its second run what the other one has written.
 */
export const writeOnce = <T>(key: 'messages_pkey' | 'scheduled_messages_pkey', write: () => Promise<T>): Promise<T> =>
  write().catch((error) => {
    if (violates(error, key)) return write()
    throw error
  })
