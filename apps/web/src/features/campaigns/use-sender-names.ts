import { useLocations } from '../../entities/location/queries.ts'
import { useSession } from '../../lib/session/session.ts'

/** Names that say who texts: the business and the location that sends. */
export function useSenderNames(locationID: string | null): string[] {
  const businessName = useSession()?.tenantName ?? ''
  return [businessName, useLocations().find(({ id }) => id === locationID)?.name ?? '']
}
