import type { PlaceDetails, PlaceSuggestion } from '@frontdesk/contract/api'

/** Port for address search, implemented in `providers/google`. */
export interface Places {
  suggest: (input: string, sessionToken: string) => Promise<PlaceSuggestion[]>
  /** Null when there is no such place. */
  find: (placeId: string, sessionToken: string) => Promise<PlaceDetails | null>
}

/** Missing key, failed request or invalid response. */
export class PlacesError extends Error {}
