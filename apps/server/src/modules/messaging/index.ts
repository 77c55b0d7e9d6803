export {
  findAccountsBySid,
  findCarrierAccount,
  findCurrentAccount,
  getMessagingAccount,
  rethrowCarrierError,
  saveMessagingAccount,
} from './accounts.ts'
export {
  type Carrier,
  type CarrierAccount,
  CarrierError,
  type CarrierMessage,
  type CarrierNumber,
  type CarrierRegistration,
  type NumberLookup,
  type NumberSearch,
} from './carrier.ts'
export {
  isWithdrawn,
  optOutUndecided,
  recordConsent,
  recordImportedOptIns,
  recordMarketingOptOuts,
  voidImportedOptIns,
  withdrawImpliedConsent,
} from './consent.ts'
export {
  openConsentReview,
  recordConsentReviewChanged,
  reopenConsentReviews,
  resumeConsentReviews,
} from './consent-reviews.ts'
export { isWordingVisible, visibleWording } from './consent-wording.ts'
export { IS_EXPECTED_REPLY, isExpectedReply, lockDailyLimits, rememberAutomatedTexts } from './daily-limit.ts'
export { readEstimateText } from './estimate-words.ts'
export {
  hasImpliedConsent,
  isBlocked,
  isInConsentReview,
  isMarketingOptedIn,
  isUnreachable,
  stateTextOf,
} from './gate-inputs.ts'
export { type KeywordLanguage, mayBeKeyword, parseKeyword, readOptInWord } from './keywords.ts'
export {
  hasAnyOptedOut,
  hasOptedOut,
  isMarketingOptedOut,
  isOptedOut,
  isPairOptedOutText,
  optedOutNumbers,
  optOutsText,
} from './opt-outs.ts'
export {
  type ContactRegion,
  contactRegion,
  findHoliday,
  nextSendTime,
  type SendingHours,
  sendingClosesAt,
} from './quiet-hours.ts'
export { findRevocation, type Revocation } from './revocation.ts'
export {
  checkSend,
  checkSends,
  checkSendsFrom,
  findQuietHours,
  findSendTimesBefore,
  type Refusal,
  type SendDecision,
  type SenderRules,
  type SendRequest,
} from './send-gate.ts'
export { stripQuotedText } from './strip-quoted-text.ts'
export { addPendingSubscriber, isSubscribedText, isSubscriber, updateSubscriberStates } from './subscribers.ts'
export { readVisitText, type VisitText } from './visit-words.ts'
