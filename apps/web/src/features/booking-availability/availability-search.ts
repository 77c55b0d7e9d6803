/** Search parameters of the availability screen. */
export interface AvailabilitySearch {
  /** Default: the hours. */
  tab?: 'why'
  /** The resource whose hours are shown, and which “Why not?” asks for. */
  resource?: string
  location?: string
  service?: string
  /** A wall time at the location: 2026-12-25T09:00. */
  at?: string
}

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

export function readAvailabilitySearch(search: Record<string, unknown>): AvailabilitySearch {
  const { tab, resource, location, service, at } = search
  return {
    ...(tab === 'why' && { tab }),
    ...(typeof resource === 'string' && { resource }),
    ...(typeof location === 'string' && { location }),
    ...(typeof service === 'string' && { service }),
    ...(typeof at === 'string' && WALL_TIME.test(at) && { at }),
  }
}
