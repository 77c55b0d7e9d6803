import type { PlaceDetails, PlaceSuggestion } from '@frontdesk/contract/api'

/** Whoever knows places and addresses; `providers/google` does. */
export interface Places {
  suggest: (input: string, sessionToken: string) => Promise<PlaceSuggestion[]>
  /** Null when there is no such place. */
  find: (placeId: string, sessionToken: string) => Promise<PlaceDetails | null>
}

/** It could not be asked: no key, no answer, or an answer that makes no sense. */
export class PlacesError extends Error {}
