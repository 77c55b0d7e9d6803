import { AppError, failAs } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { openLocation } from './add-location.ts'
import type { LocationDeps } from './deps.ts'
import { PlacesError } from './places.ts'
import { countConsequences, findLocation, listLocations, listOverview } from './queries.ts'
import { removeLocation } from './remove-location.ts'
import { toLocation } from './rows.ts'
import { updateLocation } from './update-location.ts'

export const locationRoutes = (api: Api, deps: LocationDeps) => ({
  getLocations: api.locations.getLocations.handler(async ({ context }) => {
    const actor = signedIn(context)
    const rows = await deps.inTenant(actor, (tx) => listLocations(tx, actor))
    return { locations: rows.map(toLocation) }
  }),
  getOverview: api.locations.getOverview.handler(async ({ context }) => {
    const actor = signedIn(context)
    return { locations: await deps.inTenant(actor, (tx) => listOverview(tx, actor)) }
  }),
  add: api.locations.add.handler(({ context, input }) => openLocation(deps, signedIn(context), input)),
  update: api.locations.update.handler(({ context, input }) => updateLocation(deps, signedIn(context), input)),
  getConsequences: api.locations.getConsequences.handler(({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      if (!(await findLocation(tx, actor, input.id))) throw new AppError('LocationNotFound')
      return countConsequences(tx, input.id)
    })
  }),
  remove: api.locations.remove.handler(({ context, input }) => removeLocation(deps, signedIn(context), input)),

  suggestPlaces: api.locations.suggestPlaces.handler(async ({ input }) => ({
    suggestions: await deps.places.suggest(input.input, input.sessionToken).catch(unavailable(deps)),
  })),
  getPlace: api.locations.getPlace.handler(async ({ input }) => {
    const place = await deps.places.find(input.placeId, input.sessionToken).catch(unavailable(deps))
    if (!place) throw new AppError('PlaceNotFound')
    return place
  }),
})

const unavailable = ({ log }: LocationDeps) => failAs(log, PlacesError, 'PlacesUnavailable', 'places request failed')
