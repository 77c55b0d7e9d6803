import type { BookingService, VisitItem } from '@frontdesk/contract/api'
import { VISIT_ITEMS_MAX } from '@frontdesk/contract/rules'

/** One service of a visit that is being entered. */
export interface VisitPart {
  key: string
  /** null: not chosen yet. */
  serviceID: string | null
  /** null: the first length of the service. */
  durationMinutes: number | null
  /** After the service before it. */
  gapMinutes: number
  /** At most one of each kind. */
  resourceIDs: string[]
  /** Added with the service before it, which it follows. */
  isFollowOn: boolean
}

export const emptyPart = (): VisitPart => ({
  key: crypto.randomUUID(),
  serviceID: null,
  durationMinutes: null,
  gapMinutes: 0,
  resourceIDs: [],
  isFollowOn: false,
})

/** The parts with a service chosen for one of them, followed by the services that are booked together with it. */
export function withService(parts: readonly VisitPart[], key: string, service: BookingService): VisitPart[] {
  const index = parts.findIndex((part) => part.key === key)
  const part = parts[index]
  if (!part) return [...parts]
  const changed = { ...part, serviceID: service.id, durationMinutes: null }
  if (part.isFollowOn) return parts.with(index, changed)
  const rest = parts.slice(index + 1)
  const next = rest.findIndex(({ isFollowOn }) => !isFollowOn)
  const followOns = service.followOns.map((followOn) => ({ ...emptyPart(), ...followOn, isFollowOn: true }))
  const others = next === -1 ? [] : rest.slice(next)
  const kept = [...parts.slice(0, index), changed]
  return [...kept, ...followOns.slice(0, VISIT_ITEMS_MAX - kept.length - others.length), ...others]
}

export interface ChosenPart {
  part: VisitPart
  service: BookingService
}

/** The services of a visit, as they are booked one after the other. */
export const itemsOf = (chosen: readonly ChosenPart[]): VisitItem[] =>
  chosen.map(({ part, service }, index) => {
    const resourceIDs = part.resourceIDs.filter((id) => service.resourceIDs.includes(id))
    return {
      serviceID: service.id,
      ...(part.durationMinutes !== null && { durationMinutes: part.durationMinutes }),
      ...(index > 0 && part.gapMinutes > 0 && { gapMinutes: part.gapMinutes }),
      ...(resourceIDs.length > 0 && { resourceIDs }),
    }
  })

/** How long a visit takes with its pauses, and what its services cost in each currency. */
export function totalOf(chosen: readonly ChosenPart[]) {
  const minutes = chosen.map(
    ({ part, service }, index) =>
      (part.durationMinutes ?? service.durations[0] ?? 0) + (index > 0 ? part.gapMinutes : 0),
  )
  const prices = new Map<string, number>()
  for (const { service } of chosen)
    if (service.priceAmount !== null)
      prices.set(service.currency, (prices.get(service.currency) ?? 0) + service.priceAmount)
  return { minutes: minutes.reduce((sum, each) => sum + each, 0), prices: [...prices] }
}
