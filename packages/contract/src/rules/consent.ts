/** What a text is for. Service: a conversation, an auto-reply. Marketing: campaigns and messages to groups. */
export const CONSENT_PURPOSES = ['service', 'marketing'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** How a person gave or withdrew consent. Those of a text are recorded when it arrives. */
export const RECORDED_CONSENT_SOURCES = ['phone-call', 'in-person', 'paper-form', 'email', 'web-page'] as const
export const CONSENT_SOURCES = ['text', 'carrier', ...RECORDED_CONSENT_SOURCES, 'import'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

export const CONSENT_KINDS = ['opt-out', 'opt-in', 'help'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** Longest wording that is kept as evidence. */
export const CONSENT_WORDING_MAX = 500
