import type { DocumentCriteria } from '@frontdesk/contract/api'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { type PaymentSearch, toPaymentCriteria } from './payment-search.ts'

/** The filters of the URL, at the chosen location and by its clock. */
export function usePaymentCriteria(search: PaymentSearch): DocumentCriteria {
  const locationId = useStore(chosenLocation)
  const zone = listTimeZone(useLocations(), locationId)
  return toPaymentCriteria(search, { locationId, zone })
}
