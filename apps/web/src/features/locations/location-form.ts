import type { Location, PlaceDetails } from '@frontdesk/contract/api'
import { phoneText } from '../../lib/phone-text.ts'
import { avatarColor } from '../../ui/avatar/avatar-colors.ts'

/** A location as its form holds it: empty means there is none. */
export interface LocationForm {
  name: string
  formattedAddress: string
  timeZone: string
  colorHex: string
  locationPhoneNumber: string
  website: string
  googleReviewUrl: string
  url: string
  placeId: string | null
}

export const formOf = (location: Location): LocationForm => ({
  name: location.name,
  formattedAddress: location.formattedAddress ?? '',
  timeZone: location.timeZone,
  colorHex: location.colorHex ?? avatarColor(location.id),
  locationPhoneNumber: phoneText(location.locationPhoneNumber ?? ''),
  website: location.website ?? '',
  googleReviewUrl: location.googleReviewUrl ?? '',
  url: location.url ?? '',
  placeId: location.placeId,
})

export const emptyForm = (timeZone: string): LocationForm => ({
  name: '',
  formattedAddress: '',
  timeZone,
  colorHex: avatarColor(crypto.randomUUID()),
  locationPhoneNumber: '',
  website: '',
  googleReviewUrl: '',
  url: '',
  placeId: null,
})

/** The form with the details of a Google place over what was entered so far. */
export const withPlace = (form: LocationForm, place: PlaceDetails): LocationForm => ({
  ...form,
  name: place.name || form.name,
  formattedAddress: place.formattedAddress || form.formattedAddress,
  timeZone: place.timeZone ?? form.timeZone,
  locationPhoneNumber: place.locationPhoneNumber ?? '',
  website: place.website ?? '',
  googleReviewUrl: place.googleReviewUrl ?? '',
  url: place.url ?? '',
  placeId: place.placeId,
})
