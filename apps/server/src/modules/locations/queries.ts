import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'

const visibleLocations = (tx: TenantTx, actor: Actor) => {
  const all = tx.selectFrom('locations').where('locations.tenantId', '=', tx.tenantId)
  return actor.locationIds === null ? all : all.where('locations.id', 'in', [...actor.locationIds, NO_LOCATION])
}

/** Keeps the list of an `in` from being empty. */
const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

export const listLocations = (tx: TenantTx, actor: Actor) =>
  visibleLocations(tx, actor)
    .leftJoin('phoneNumbers', (join) =>
      join
        .onRef('phoneNumbers.tenantId', '=', 'locations.tenantId')
        .onRef('phoneNumbers.locationId', '=', 'locations.id'),
    )
    .distinctOn('locations.id')
    .orderBy('locations.id')
    .orderBy('phoneNumbers.createdAt')
    .selectAll('locations')
    .select('phoneNumbers.phoneNumber')
    .limit(1000)
    .execute()

/** A location the actor may see. */
export const findLocation = (tx: TenantTx, actor: Actor, id: string) =>
  visibleLocations(tx, actor).where('locations.id', '=', id).selectAll('locations').executeTakeFirst()
