import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findResources } from '../booking-resources/index.ts'
import { type FollowOnService, findFollowOns, findServices } from '../booking-services/index.ts'
import type { RequestedItem } from '../bookings/index.ts'
import { readPageConfigs } from './page.ts'

/**
 * Validates the items of a request from a page: a service offered there with all its follow-on services, in their
 * lengths and gaps, and a teammate if visitors may choose one.
 */
export async function checkItems(tx: TenantTx, items: readonly RequestedItem[]): Promise<RequestedItem[]> {
  const { offersTeammates } = await readPageConfigs(tx)
  const offered = await findServices(
    tx,
    items.map(({ serviceID }) => serviceID),
  )
  const services = items.map(({ serviceID }) => offered.find(({ id }) => id === serviceID))
  const [first] = services
  if (!first?.isOnline) throw new AppError('ServiceNotFound')
  const followOns = (await findFollowOns(tx, [first])).get(first.id) ?? []
  if (items.length !== 1 + followOns.length)
    throw invalidInput('items', 'Must be the service and all its follow-on services')
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIDs }) => resourceIDs))])
  return items.map((item, index) => {
    const service = services[index]
    if (!service || service.archivedAt !== null) throw new AppError('ServiceNotFound')
    const { durationMinutes, resourceIDs } = item
    if (durationMinutes !== undefined && !service.durations.includes(durationMinutes))
      throw invalidInput(`items.${index}.durationMinutes`, 'One of the lengths of the service')
    const isChoice = (id: string) => resources.find((resource) => resource.id === id)?.kind === 'teammate'
    if (!resourceIDs.every((id) => offersTeammates && isChoice(id))) throw new AppError('ResourceNotFound')
    return { ...item, gapMinutes: index === 0 ? 0 : gapBefore(followOns, item, index) }
  })
}

/** The gap before a follow-on service; throws if another service belongs in its position. */
function gapBefore(followOns: readonly FollowOnService[], { serviceID }: RequestedItem, index: number): number {
  const followOn = followOns[index - 1]
  if (followOn?.service.id !== serviceID) throw new AppError('ServiceNotFound')
  return followOn.gapMinutes
}
