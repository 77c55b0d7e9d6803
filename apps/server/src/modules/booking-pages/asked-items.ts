import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findResources } from '../booking-resources/index.ts'
import { findServices, type ServiceRow } from '../booking-services/index.ts'
import type { AskedItem } from '../bookings/index.ts'
import { readPageConfigs } from './page.ts'

/**
 * What people may ask for on a page: a service that is offered there and what follows it, with its own lengths and gaps,
 * and a teammate where they may choose.
 */
export async function checkItems(tx: TenantTx, items: readonly AskedItem[]): Promise<AskedItem[]> {
  const { offersTeammates } = await readPageConfigs(tx)
  const found = await findServices(
    tx,
    items.map(({ serviceID }) => serviceID),
  )
  const services = items.map(({ serviceID }) => found.find(({ id }) => id === serviceID))
  const [first] = services
  if (!first?.isOnline) throw new AppError('ServiceNotFound')
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIDs }) => resourceIDs))])
  return items.map((item, index) => {
    const service = services[index]
    if (!service || service.archivedAt !== null) throw new AppError('ServiceNotFound')
    const { durationMinutes, resourceIDs } = item
    if (durationMinutes !== undefined && !service.durations.includes(durationMinutes))
      throw invalidInput(`items.${index}.durationMinutes`, 'One of the lengths of the service')
    const isChoice = (id: string) => resources.find((resource) => resource.id === id)?.kind === 'teammate'
    if (!resourceIDs.every((id) => offersTeammates && isChoice(id))) throw new AppError('ResourceNotFound')
    return { ...item, gapMinutes: index === 0 ? 0 : gapBefore(first, item) }
  })
}

/** The gap before a service that follows the first one; throws if it does not follow it. */
function gapBefore(first: ServiceRow, { serviceID }: AskedItem): number {
  const followOn = first.followOns.find((each) => each.serviceID === serviceID)
  if (!followOn) throw new AppError('ServiceNotFound')
  return followOn.gapMinutes
}
