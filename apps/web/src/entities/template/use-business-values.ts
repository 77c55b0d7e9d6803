import type { TemplateValues } from '@frontdesk/contract/rules'
import { useSession } from '../../lib/session/session.ts'
import { useLocations } from '../location/queries.ts'

/** The values of variables that are the same for all recipients of a text. */
export type BusinessValues = Partial<TemplateValues>

/** The values of variables for texts from a location; null: from that of each contact. */
export function useBusinessValues(locationID: string | null): BusinessValues {
  const businessName = useSession()?.tenantName
  const locations = useLocations()
  const [first, ...others] = locations
  const location = locationID === null && others.length === 0 ? first : locations.find(({ id }) => id === locationID)
  return {
    ...(businessName && { business_name: businessName }),
    ...(location && { business_location: location.name }),
    ...(location?.url && { google_map_url: location.url }),
    ...(location?.googleReviewUrl && { google_review: location.googleReviewUrl }),
  }
}
