/** Purpose of a text. Service: a conversation, an auto-reply. Marketing: campaigns and messages to groups. */
export const CONSENT_PURPOSES = ['service', 'marketing'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/**
 * How a person gave or withdrew consent. Consent by text is recorded when it arrives. `teammate`: a teammate
 * unsubscribed them.
 */
export const RECORDED_CONSENT_SOURCES = ['phone-call', 'in-person', 'paper-form', 'email', 'web-page'] as const
export const CONSENT_SOURCES = ['text', 'carrier', ...RECORDED_CONSENT_SOURCES, 'import', 'teammate'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

/**
 * `void`: a record no longer counts, because its import or the decision about its text was undone, or because a
 * teammate withdrew it. `purchase` and `inquiry` imply consent to marketing in Canada for a time.
 */
export const CONSENT_KINDS = ['opt-out', 'opt-in', 'purchase', 'inquiry', 'help', 'void'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** For how many months a purchase or an inquiry implies consent: CASL (S.C. 2010, c. 23), section 10(10). */
export const IMPLIED_CONSENT_MONTHS = { purchase: 24, inquiry: 6 } as const
export type ImpliedConsentKind = keyof typeof IMPLIED_CONSENT_MONTHS
export const isImpliedConsent = (kind: ConsentKind): kind is ImpliedConsentKind => kind in IMPLIED_CONSENT_MONTHS

/** Longest wording that is kept as evidence. */
export const CONSENT_WORDING_MAX = 500

/**
 * State of a text that may ask for no more texts. Suspended: the number is opted out, so no one has to decide now.
 * Superseded: the person or a teammate has recorded consent since.
 */
export const CONSENT_REVIEW_STATES = ['pending', 'suspended', 'opted-out', 'dismissed', 'superseded'] as const
export type ConsentReviewState = (typeof CONSENT_REVIEW_STATES)[number]

/** Counting stops here; more is shown as "99+". */
export const CONSENT_REVIEWS_COUNT_MAX = 99
