import { z } from 'zod'
import { endpoint, failsWith } from './endpoint.ts'
import { TimeZone } from './instants.ts'
import { WebAddress } from './web-address.ts'
import { words } from './words.ts'

/** A site of the business. */
export const Location = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  placeId: z.string().nullable().describe('Google’s id of the place.'),
  name: z.string(),
  formattedAddress: z.string().nullable(),
  url: z.string().nullable().describe('Google Maps URL.'),
  googleReviewUrl: z.string().nullable(),
  website: z.string().nullable(),
  timeZone: z.string(),
  locationPhoneNumber: z.string().nullable(),
  colorHex: z.string().nullable(),
  createdOnUtc: z.iso.datetime(),
  version: z.int().describe('Pass it with a change; an outdated version is rejected.'),
})
export type Location = z.infer<typeof Location>

const LocationName = words().min(1).max(120)
const ColorHex = z.string().regex(/^#[0-9a-f]{6}$/i, 'A hash sign and six hex digits')
const PlaceId = z.string().regex(/^[\w-]{10,300}$/, 'Not a Google place ID')
const LocationId = z.uuid().meta({ names: 'location' })

const details = {
  formattedAddress: words().max(300).optional(),
  placeId: PlaceId.nullable().optional(),
  url: WebAddress.optional(),
  googleReviewUrl: WebAddress.optional(),
  website: WebAddress.optional(),
  locationPhoneNumber: z.string().trim().max(40).optional(),
  colorHex: ColorHex.optional(),
}

export const LocationOverview = z.object({
  locationID: z.uuid(),
  phoneNumbers: z.array(z.string()),
  members: z
    .array(z.object({ userID: z.uuid(), displayName: z.string(), profileUrl: z.string().nullable() }))
    .describe('The first few, by name.'),
  memberCount: z.int(),
})
export type LocationOverview = z.infer<typeof LocationOverview>

export const LocationConsequences = z.object({
  phoneNumbers: z.int(),
  openConversations: z.int(),
  closedConversations: z.int(),
  contacts: z.int(),
  members: z.int().describe('Teammates with an explicit grant for this location, excluding those with all locations.'),
  upcomingVisits: z.int(),
  rooms: z.int().describe('Rooms and equipment, archived ones too.'),
  hasOther: z.boolean().describe('Whether anything else has to move, such as past visits, campaigns or payments.'),
  hasBusinessHours: z.boolean(),
})
export type LocationConsequences = z.infer<typeof LocationConsequences>

export const PlaceSuggestion = z.object({ placeId: z.string(), mainText: z.string(), secondaryText: z.string() })
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>

export const PlaceDetails = z.object({
  placeId: z.string(),
  name: z.string(),
  formattedAddress: z.string(),
  url: z.string().nullable(),
  googleReviewUrl: z.string().nullable(),
  website: z.string().nullable(),
  locationPhoneNumber: z.string().nullable(),
  timeZone: z.string().nullable().describe('Null when Google does not provide it; it is then required from the user.'),
})
export type PlaceDetails = z.infer<typeof PlaceDetails>

const service = { tags: ['main'] }
const managed = () => endpoint({ permission: 'admin_manage_locations' })

export const locations = {
  getLocations: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Business/locations',
      summary: 'Lists the locations the caller can see',
      ...service,
    })
    .output(z.object({ locations: z.array(Location) })),

  getOverview: managed()
    .route({
      method: 'GET',
      path: '/main/Business/locations/overview',
      summary: 'Counts numbers and teammates of each location the caller can see',
      ...service,
    })
    .output(z.object({ locations: z.array(LocationOverview) })),

  add: managed()
    .route({ method: 'POST', path: '/main/Business/location/add', summary: 'Adds a location', ...service })
    .input(
      z.object({
        name: LocationName,
        timeZone: TimeZone.optional().describe(
          'Default: the time zone of the place, else that of the oldest location.',
        ),
        ...details,
      }),
    )
    .output(Location)
    .errors(failsWith('PlanLimitReached')),

  update: managed()
    .route({
      method: 'POST',
      path: '/main/Business/location/update',
      summary: 'Updates a location; omitted fields are unchanged',
      ...service,
    })
    .input(
      z.object({
        id: LocationId,
        name: LocationName.optional(),
        timeZone: TimeZone.optional(),
        ...details,
        version: z.int32().optional(),
      }),
    )
    .output(Location)
    .errors(failsWith('LocationNotFound', 'ChangedMeanwhile')),

  getConsequences: endpoint({ permission: 'admin_manage_locations', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Business/location/consequences',
      summary: 'Counts what belongs to a location, to show before it is removed',
      ...service,
    })
    .input(z.object({ id: LocationId }))
    .output(LocationConsequences)
    .errors(failsWith('LocationNotFound')),

  remove: managed()
    .route({
      method: 'DELETE',
      path: '/main/Business/location',
      summary: 'Removes a location; its numbers, conversations, contacts, and teammates move to another one',
      ...service,
    })
    .input(z.object({ id: LocationId, moveToLocationID: LocationId.optional() }))
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('LocationNotFound', 'LocationInUse', 'LastLocation')),

  suggestPlaces: endpoint({ permission: 'admin_manage_locations', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Business/places/autocomplete',
      summary: 'Suggests Google places for a partial address',
      ...service,
    })
    .input(
      z.object({
        input: z.string().trim().min(2).max(200),
        sessionToken: z.uuid().describe('One token per search and its details request, which Google bills together.'),
      }),
    )
    .output(z.object({ suggestions: z.array(PlaceSuggestion) }))
    .errors(failsWith('PlacesUnavailable')),

  getPlace: endpoint({ permission: 'admin_manage_locations', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Business/places/details',
      summary: 'Returns the details of a Google place',
      ...service,
    })
    .input(z.object({ placeId: PlaceId, sessionToken: z.uuid() }))
    .output(PlaceDetails)
    .errors(failsWith('PlaceNotFound', 'PlacesUnavailable')),
}
