import type { BookingService } from '@frontdesk/contract/api'
import { bookableServices, isOfferedAt, useBookingServices } from '../../entities/booking-service/queries.ts'
import { type ChosenPart, emptyPart, itemsOf, type VisitPart, withService } from './visit-parts.ts'

interface Options {
  locationID: string | undefined
  /** null: the first service that can be booked. */
  entered: VisitPart[] | null
  onChange: (parts: VisitPart[]) => void
  /** Chosen for the first service if it offers this length. */
  durationMinutes: number | undefined
  /** Chosen for the first service if it can be provided by it. */
  resourceID: string | undefined
}

/** The services of a visit that is being entered, each with its length and resources. */
export function useVisitParts({ locationID, entered, onChange, durationMinutes, resourceID }: Options) {
  const services = useBookingServices()
  const offered = bookableServices(services).filter((each) => locationID !== undefined && isOfferedAt(each, locationID))
  const [first] = offered
  const parts = withLength(entered ?? firstParts(first, resourceID), offered, durationMinutes)
  const chosen: ChosenPart[] = parts.flatMap((part) => {
    const service = offered.find(({ id }) => id === part.serviceID)
    return service ? [{ part, service }] : []
  })
  const questions = new Map<string, BookingService['questions'][number]>()
  for (const question of chosen.flatMap(({ service }) => service.questions)) {
    const isRequired = question.isRequired || questions.get(question.text)?.isRequired === true
    questions.set(question.text, { ...question, isRequired })
  }
  return {
    parts,
    chosen,
    items: itemsOf(chosen),
    isComplete: chosen.length === parts.length,
    /** The waitlist is for one service, with those that follow it. */
    waitServiceID: parts.slice(1).every(({ isFollowOn }) => isFollowOn) ? chosen[0]?.service.id : undefined,
    canBook: first !== undefined,
    questions: [...questions.values()],
    requiresPayment: chosen.some(({ service }) => service.paymentKind !== 'none'),
    /** The parts as they are at another location. */
    partsAt(id: string): VisitPart[] | null {
      const isThere = (serviceID: string | null) =>
        services.some((service) => service.id === serviceID && isOfferedAt(service, id))
      const moved = parts.map((part) => ({
        ...part,
        serviceID: isThere(part.serviceID) ? part.serviceID : null,
        resourceIDs: [],
      }))
      return moved.some(({ serviceID }) => serviceID !== null) ? moved : null
    },
    add: () => onChange([...parts, emptyPart()]),
    remove: (key: string) => onChange(parts.filter((part) => part.key !== key)),
    change: (key: string, changes: Partial<VisitPart>) =>
      onChange(parts.map((part) => (part.key === key ? { ...part, ...changes } : part))),
    chooseService(key: string, id: string | null) {
      const service = offered.find((each) => each.id === id)
      if (service) onChange(withService(parts, key, service))
    },
  }
}

export type VisitParts = ReturnType<typeof useVisitParts>

/** Keys of parts that nothing was entered for stay the same on each render. */
function firstParts(service: BookingService | undefined, resourceID: string | undefined): VisitPart[] {
  const part = { ...emptyPart(), resourceIDs: resourceID === undefined ? [] : [resourceID] }
  const parts = service ? withService([part], part.key, service) : [part]
  return parts.map((each, index) => ({ ...each, key: String(index) }))
}

/** The parts with a length for the first one, if none was chosen and its service offers it. */
const withLength = (parts: VisitPart[], offered: readonly BookingService[], minutes: number | undefined): VisitPart[] =>
  parts.map((part, index) => {
    const durations = offered.find(({ id }) => id === part.serviceID)?.durations
    const isFirst = index === 0 && part.durationMinutes === null
    return isFirst && minutes !== undefined && durations?.includes(minutes)
      ? { ...part, durationMinutes: minutes }
      : part
  })
