export { changeChosenOffer } from './change-chosen-offer.ts'
export { closeOffer, closeOffersOfEntry, leaveEndedToTeam } from './close-offer.ts'
export { OFFER_NEEDS, type OfferDeps } from './deps.ts'
export type { RequestedDays } from './hold-times.ts'
export { type NewOffer, openOffer, showOtherTimes } from './open-offer.ts'
export {
  findAnsweredText,
  findOffer,
  findShownTimes,
  findStartsOffered,
  hasHandedOver,
  hasOpenOffer,
  hasTeammateWritten,
  isOfferedByTeammate,
  isOfferedTo,
  lockLatestOffer,
  lockOfferElsewhere,
} from './queries.ts'
export { recordAnswered, recordUnmatchedReply } from './record-replies.ts'
export type { OfferRow } from './rows.ts'
export { lockMovable, takeTime } from './take-time.ts'
export type { Reason as OfferReason } from './texts.ts'
export { writeOffer } from './write-offer.ts'
