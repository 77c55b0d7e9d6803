export { findConsentBefore } from './queries.ts'
export { recordContactConsent } from './record-consent.ts'
