export {
  accountOf,
  accountsBySid,
  currentAccount,
  getMessagingAccount,
  refuseAccount,
  saveMessagingAccount,
} from './accounts.ts'
export {
  type Carrier,
  type CarrierAccount,
  CarrierError,
  type CarrierMessage,
  type CarrierNumber,
  type NumberFacts,
  type NumberSearch,
} from './carrier.ts'
export { recordConsent } from './consent.ts'
export { mayBeKeyword, readKeyword } from './keywords.ts'
export {
  checkSend,
  findDaytime,
  isBlocked,
  isOptedOut,
  type Refusal,
  type SendDecision,
  type SendRequest,
} from './send-gate.ts'
