import { useLocations } from '../lib/locations.ts'
import { useSession } from '../lib/session/session.ts'
import { onDemand } from '../ui/on-demand.tsx'
import classes from './LocationSwitcher.module.css'
import { LocationTrigger } from './LocationTrigger.tsx'

const LocationMenu = onDemand(async () => (await import('./LocationMenu.tsx')).LocationMenu)

/** Narrows every list to one location; remembered on this device. */
export function LocationSwitcher() {
  const locations = useLocations()
  const tenantName = useSession()?.tenantName
  const [only] = locations
  if (locations.length <= 1) return <span className={classes.only}>{only?.name ?? tenantName}</span>
  return <LocationMenu trigger={(handlers) => <LocationTrigger {...handlers} />} />
}
