import type { Location } from '@frontdesk/contract/api'
import type { Row } from '../../platform/database/row.ts'

export type LocationRow = Row<'locations'> & { phoneNumber: string | null }

export const toLocation = (row: LocationRow): Location => ({
  id: row.id,
  tenantId: row.tenantId,
  placeId: row.placeId,
  name: row.name,
  formattedAddress: row.formattedAddress,
  url: row.url,
  googleReviewUrl: row.googleReviewUrl,
  website: row.website,
  timeZone: row.timeZone,
  locationPhoneNumber: row.locationPhoneNumber ?? row.phoneNumber,
  colorHex: row.colorHex,
  createdOnUtc: row.createdAt,
  version: row.version,
})
