import { useMe } from '../../lib/session/use-me.ts'
import { useLocations } from './queries.ts'

const EVERYWHERE = 'all'

export interface LocationOption {
  value: string
  label: string
}

/**
 * The locations a teammate may give what belongs to one of them or to the whole business: theirs, and for teammates
 * with all locations also the whole business.
 */
export function useLocationOptions(wholeBusiness: string): LocationOption[] {
  const me = useMe()
  const locations = useLocations().map(({ id, name }) => ({ value: id, label: name }))
  return me.locationIds === null ? [{ value: EVERYWHERE, label: wholeBusiness }, ...locations] : locations
}

export const toLocationID = (value: string | null): string | null => (value === EVERYWHERE ? null : value)
export const fromLocationID = (locationID: string | null): string => locationID ?? EVERYWHERE
