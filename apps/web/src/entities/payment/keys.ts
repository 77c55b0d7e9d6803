/**
 * Everything that a change of a payment request or an estimate makes stale. Apart from the queries, which the inbox
 * does not load.
 */
export const PAYMENTS_KEY = ['payment-documents']
