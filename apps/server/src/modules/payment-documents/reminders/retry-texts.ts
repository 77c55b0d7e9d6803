/** Subject of a text that links to a request whose payment failed. A contact gets one. */
export const retrySubject = (documentId: string): string => `retry ${documentId}`

/** The same while a time is held for the contact. */
export const heldRetrySubject = (documentId: string): string => `failed ${documentId}`
