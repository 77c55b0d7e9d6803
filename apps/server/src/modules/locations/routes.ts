import { AppError, failAs } from '../../platform/errors.ts'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { findTimeZoneOfPlace, openLocation } from './add-location.ts'
import type { LocationDeps } from './deps.ts'
import { PlacesError } from './places.ts'
import { countConsequences, findLocation, listLocations, listOverview } from './queries.ts'
import { removeLocation } from './remove-location.ts'
import { toLocation } from './rows.ts'
import { updateLocation } from './update-location.ts'

export function locationRoutes(api: Api, deps: LocationDeps) {
  const transaction = inTransaction(deps)
  return {
    getLocations: api.locations.getLocations.handler(
      transaction(async (tx, { actor }) => ({ locations: (await listLocations(tx, actor)).map(toLocation) })),
    ),
    getOverview: api.locations.getOverview.handler(
      transaction(async (tx, { actor }) => ({ locations: await listOverview(tx, actor) })),
    ),
    add: api.locations.add.handler(async ({ context, input }) => {
      // Before the transaction, because it sends a request to another service.
      const timeZone = input.timeZone ?? (await findTimeZoneOfPlace(deps, input.placeId))
      const actor = signedIn(context)
      const location = await deps.inTenant(actor, (tx) => openLocation(tx, actor, { ...input, timeZone }))
      await deps.viewersChanged(actor.tenantId)
      return location
    }),
    update: api.locations.update.handler(transaction((tx, { actor, input }) => updateLocation(tx, actor, input))),
    getConsequences: api.locations.getConsequences.handler(
      transaction(async (tx, { actor, input }) => {
        if (!(await findLocation(tx, actor, input.id))) throw new AppError('LocationNotFound')
        return countConsequences(tx, input.id)
      }),
    ),
    remove: api.locations.remove.handler(async ({ context, input }) => {
      const actor = signedIn(context)
      const removed = await deps.inTenant(actor, (tx) => removeLocation(deps, tx, actor, input))
      await deps.viewersChanged(actor.tenantId)
      return removed
    }),

    suggestPlaces: api.locations.suggestPlaces.handler(async ({ input }) => ({
      suggestions: await deps.places.suggest(input.input, input.sessionToken).catch(unavailable(deps)),
    })),
    getPlace: api.locations.getPlace.handler(async ({ input }) => {
      const place = await deps.places.find(input.placeId, input.sessionToken).catch(unavailable(deps))
      if (!place) throw new AppError('PlaceNotFound')
      return place
    }),
  }
}

const unavailable = ({ log }: LocationDeps) => failAs(log, PlacesError, 'PlacesUnavailable', 'places request failed')
