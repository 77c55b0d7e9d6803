import { useEffect } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import classes from './LocationSwitcher.module.css'
import { LocationTrigger } from './LocationTrigger.tsx'

const LocationMenu = lazyOnInteraction(async () => (await import('./LocationMenu.tsx')).LocationMenu)

/** Narrows every list to one location; the choice is kept for the person's sessions. */
export function LocationSwitcher() {
  const locations = useLocations()
  const tenantName = useSession()?.tenantName
  const chosen = useStore(chosenLocation)
  const [only] = locations

  // Deleted since: a list narrowed to it would stay empty for no visible reason.
  const isStale = locations.length > 0 && chosen !== null && !locations.some(({ id }) => id === chosen)
  useEffect(() => {
    if (isStale) chosenLocation.set(null)
  }, [isStale])

  if (locations.length <= 1) return <span className={classes.only}>{only?.name ?? tenantName}</span>
  return <LocationMenu trigger={(handlers) => <LocationTrigger {...handlers} />} />
}
