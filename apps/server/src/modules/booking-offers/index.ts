export { closeOffer, closeOffersOfEntry } from './close-offer.ts'
export type { RequestedDays } from './hold-times.ts'
export { type NewOffer, openOffer, showOtherTimes } from './open-offer.ts'
export {
  findAnsweredText,
  findOffer,
  findShownTimes,
  findStartsOffered,
  hasOpenOffer,
  hasTeammateWritten,
  lockLatestOffer,
} from './queries.ts'
export { recordAnswered, recordUnmatchedReply } from './record-replies.ts'
export type { OfferRow } from './rows.ts'
export { lockMovable, takeTime } from './take-time.ts'
export type { Reason as OfferReason } from './texts.ts'
export { languageOf, writeOffer } from './write-offer.ts'
