import type { Row } from '../../platform/database/row.ts'

export type OfferRow = Row<'bookingOffers'>
export type OfferTimeRow = Row<'bookingOfferTimes'>
export type OfferKind = OfferRow['kind']
export type OfferEnd = Exclude<OfferRow['state'], 'open'>
