import type { PlaceDetails } from '@frontdesk/contract/api'
import { z } from 'zod'
import { type Places, PlacesError } from '../../modules/locations/index.ts'
import type { HostBreakers } from '../../platform/outbound/host-breakers.ts'

export interface GooglePlacesAccount {
  baseUrl: string
  apiKey: string
}

const TIMEOUT_MS = 4000
const MAX_PAUSE_MS = 30_000
const COUNTRIES = ['us', 'ca']

const Suggestions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string(),
            text: z.object({ text: z.string() }),
            structuredFormat: z
              .object({
                mainText: z.object({ text: z.string() }),
                secondaryText: z.object({ text: z.string() }).optional(),
              })
              .optional(),
          })
          .optional(),
      }),
    )
    // Google omits the field when there are no suggestions.
    .default([]),
})

const Place = z.object({
  id: z.string(),
  displayName: z.object({ text: z.string() }).optional(),
  formattedAddress: z.string().optional(),
  nationalPhoneNumber: z.string().optional(),
  websiteUri: z.string().optional(),
  googleMapsUri: z.string().optional(),
  googleMapsLinks: z.object({ writeAReviewUri: z.string().optional() }).optional(),
  timeZone: z.object({ id: z.string() }).optional(),
})

/**
 * Field mask: Google returns and bills only these.
 * https://developers.google.com/maps/documentation/places/web-service/place-details
 */
const FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'nationalPhoneNumber',
  'websiteUri',
  'googleMapsUri',
  'googleMapsLinks.writeAReviewUri',
  'timeZone',
]

/** Client for Google's Places API (New), or a compatible one at the account's base URL. */
export function createGooglePlaces(account: () => GooglePlacesAccount | null, breakers: HostBreakers): Places {
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> => {
    const configured = account()
    if (!configured) throw new PlacesError('No Google Maps API key is configured.')
    const request = async () => {
      const response = await fetch(configured.baseUrl + path, {
        ...init,
        headers: { ...init.headers, 'x-goog-api-key': configured.apiKey },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status >= 500) throw new Error(`Google responded with status ${response.status}.`)
      return response
    }
    try {
      return await breakers.call(new URL(configured.baseUrl).host, request, { maxPauseMs: MAX_PAUSE_MS })
    } catch (error) {
      throw new PlacesError('Google did not respond.', { cause: error })
    }
  }
  const read = async <T>(response: Response, schema: z.ZodType<T>): Promise<T> => {
    const body = await response.json().catch(() => null)
    const parsed = schema.safeParse(body)
    if (!response.ok || !parsed.success) throw new PlacesError(`Google responded with status ${response.status}.`)
    return parsed.data
  }

  return {
    suggest: async (input, sessionToken) => {
      const response = await send('/v1/places:autocomplete', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input, sessionToken, includedRegionCodes: COUNTRIES, languageCode: 'en' }),
      })
      const { suggestions } = await read(response, Suggestions)
      return suggestions.flatMap(({ placePrediction }) =>
        placePrediction
          ? [
              {
                placeId: placePrediction.placeId,
                mainText: placePrediction.structuredFormat?.mainText.text ?? placePrediction.text.text,
                secondaryText: placePrediction.structuredFormat?.secondaryText?.text ?? '',
              },
            ]
          : [],
      )
    },

    find: async (placeId, sessionToken) => {
      const query = new URLSearchParams({ sessionToken, languageCode: 'en' })
      const response = await send(`/v1/places/${encodeURIComponent(placeId)}?${query}`, {
        headers: { 'x-goog-fieldmask': FIELDS.join(',') },
      })
      // Unknown or expired place id. https://developers.google.com/maps/documentation/places/web-service/place-id
      if (response.status === 404 || response.status === 400) return null
      return toDetails(await read(response, Place))
    },
  }
}

const toDetails = (place: z.output<typeof Place>): PlaceDetails => ({
  placeId: place.id,
  name: place.displayName?.text ?? '',
  formattedAddress: place.formattedAddress ?? '',
  url: place.googleMapsUri ?? null,
  googleReviewUrl:
    place.googleMapsLinks?.writeAReviewUri ??
    `https://search.google.com/local/writereview?placeid=${encodeURIComponent(place.id)}`,
  website: place.websiteUri ?? null,
  locationPhoneNumber: place.nationalPhoneNumber ?? null,
  timeZone: place.timeZone?.id ?? null,
})
