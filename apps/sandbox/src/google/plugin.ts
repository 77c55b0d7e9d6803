import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf, PLACES, type Place, searchPlaces } from './places.ts'

/** Google's error response. https://cloud.google.com/apis/design/errors */
class GoogleError extends Error {
  readonly code: number
  readonly status: string

  constructor(code: number, status: string, message: string) {
    super(message)
    this.code = code
    this.status = status
  }

  toJSON() {
    const { code, message, status } = this
    return { error: { code, message, status } }
  }
}

const MAX_SUGGESTIONS = 5

const Autocomplete = z.object({
  input: z.string().min(1),
  sessionToken: z.string().max(36).optional(),
  includedRegionCodes: z.array(z.string()).max(15).optional(),
  languageCode: z.string().optional(),
})

/** Google's Places API (New): autocomplete and details. */
export const googlePlugin = async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (!request.headers['x-goog-api-key'])
      throw new GoogleError(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.')
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof GoogleError) return reply.code(error.code).send(error.toJSON())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(400).send(new GoogleError(400, 'INVALID_ARGUMENT', error.message).toJSON())
    request.log.error(error)
    return reply.code(500).send(new GoogleError(500, 'INTERNAL', 'An internal error has occurred').toJSON())
  })

  app.post('/v1/places::autocomplete', async (request) => {
    const parsed = Autocomplete.safeParse(request.body)
    if (!parsed.success) throw new GoogleError(400, 'INVALID_ARGUMENT', z.prettifyError(parsed.error))
    const { input, includedRegionCodes: regions } = parsed.data
    const places = searchPlaces(input, MAX_SUGGESTIONS).filter(
      ({ country }) => !regions || regions.includes(country === 'USA' ? 'us' : 'ca'),
    )
    // Google responds with an empty object when there are no suggestions.
    return places.length === 0 ? {} : { suggestions: places.map((place) => ({ placePrediction: toPrediction(place) })) }
  })

  app.get<{ Params: { id: string } }>('/v1/places/:id', async (request) => {
    const mask = String(request.headers['x-goog-fieldmask'] ?? '')
    if (mask === '') {
      throw new GoogleError(
        400,
        'INVALID_ARGUMENT',
        'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.',
      )
    }
    const place = PLACES.find(({ id }) => id === request.params.id)
    if (!place) throw new GoogleError(404, 'NOT_FOUND', 'The Place ID is no longer valid.')
    return applyFieldMask(toPlace(place), mask.split(','))
  })
}

const toPrediction = (place: Place) => {
  const address = addressOf(place)
  return {
    place: `places/${place.id}`,
    placeId: place.id,
    text: { text: `${place.name}, ${address}` },
    structuredFormat: { mainText: { text: place.name }, secondaryText: { text: address } },
    types: ['point_of_interest', 'establishment'],
  }
}

const toPlace = (place: Place): Record<string, unknown> => ({
  name: `places/${place.id}`,
  id: place.id,
  displayName: { text: place.name, languageCode: 'en' },
  formattedAddress: addressOf(place),
  nationalPhoneNumber: place.phone,
  ...(place.website && { websiteUri: place.website }),
  googleMapsUri: `https://maps.google.com/?cid=${place.id}`,
  googleMapsLinks: { writeAReviewUri: `https://search.google.com/local/writereview?placeid=${place.id}` },
  location: { latitude: place.latitude, longitude: place.longitude },
  timeZone: { id: place.timeZone },
})

/** Keeps the top-level fields that the field mask names. */
function applyFieldMask(place: Record<string, unknown>, mask: string[]): Record<string, unknown> {
  if (mask.includes('*')) return place
  const fields = new Set(mask.map((path) => path.trim().split('.')[0]))
  return Object.fromEntries(Object.entries(place).filter(([name]) => fields.has(name)))
}
