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
  type NumberLookup,
  type NumberSearch,
} from './carrier.ts'
export { recordConsent } from './consent.ts'
export { mayBeKeyword, parseKeyword } from './keywords.ts'
export { contactRegion, nextSendTime } from './quiet-hours.ts'
export {
  checkSend,
  findQuietHours,
  isBlocked,
  isMarketingOptedOut,
  isOptedOut,
  type Refusal,
  type SendDecision,
  type SendRequest,
} from './send-gate.ts'
