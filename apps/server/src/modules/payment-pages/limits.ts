import type pg from 'pg'
import { networkOf } from '../../platform/http/caller-address.ts'
import { createLimits } from '../../platform/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An attempt to open a document with the last digits of a number of its contact. */
interface DigitsAttempt {
  documentId: string
  contactId: string
  address: string
}

/** Limits on what people without a login can do, by the network they come from, by contact and by document. */
export interface PaymentPageLimits {
  /** Counts a request with a valid link. */
  countRead: (read: { documentId: string; address: string }) => Promise<void>
  /** Counts a URL without a document. */
  countUnknown: (address: string) => Promise<void>
  /** Counts an attempt to enter the last digits of a number before they are compared. */
  countDigits: (attempt: DigitsAttempt) => Promise<void>
  /** Resets the attempts of a visitor who entered the right digits. */
  clearDigits: (attempt: DigitsAttempt) => Promise<void>
  /** Counts a change of a document by its contact. */
  countChange: (documentId: string) => Promise<void>
}

export function createPaymentPageLimits(pool: pg.Pool): PaymentPageLimits {
  const limit = createLimits(pool)
  // By document too: open pages are read again every 20 seconds, and everyone on the Wi-Fi of a waiting room comes from
  // one network.
  const reads = limit('payment-page-reads', 600, 10 * MINUTE)
  const unknown = limit('payment-page-unknown', 30, 10 * MINUTE)
  // All links and documents of a contact have the same digits. Counted by network, so that a stranger with a link does
  // not keep the contact out.
  const digitsFromNetwork = limit('payment-page-digits', 5, HOUR)
  // From everywhere, of 10 000 combinations. A document whose link is guessed at is closed; the others stay open.
  const digitsPerDocument = limit('payment-page-digits-document', 25, 30 * DAY)
  const digitsPerContact = limit('payment-page-digits-contact', 100, 30 * DAY)
  const digitsPerAddress = limit('payment-page-digits-address', 40, HOUR)
  const changes = limit('payment-page-changes', 30, HOUR)
  return {
    countRead: ({ documentId, address }) => reads.count(`${documentId} ${networkOf(address)}`),
    countUnknown: (address) => unknown.count(networkOf(address)),
    countDigits: async ({ documentId, contactId, address }) => {
      const network = networkOf(address)
      await digitsPerAddress.count(network)
      await digitsFromNetwork.count(`${contactId} ${network}`)
      await digitsPerDocument.count(documentId)
      await digitsPerContact.count(contactId)
    },
    clearDigits: async ({ documentId, contactId, address }) => {
      const network = networkOf(address)
      await digitsPerAddress.takeBack(network)
      await digitsFromNetwork.clear(`${contactId} ${network}`)
      await digitsPerDocument.takeBack(documentId)
      await digitsPerContact.takeBack(contactId)
    },
    countChange: (documentId) => changes.count(documentId),
  }
}
