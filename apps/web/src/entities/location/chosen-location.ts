import { exchangeForLocation } from '../../lib/api.ts'
import type { LocalValue } from '../../lib/local-value.ts'
import { session } from '../../lib/session/session.ts'

/** Shown at once, until the session says the same. */
let pending: { locationID: string | null } | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

session.subscribe((now, before) => {
  if (now?.userId !== before?.userId) pending = undefined
})

/** Exchanges the session for one at the location; again if another tab renewed it meanwhile. */
async function save(locationID: string | null): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const stale = session.sync()?.bearerToken
    if (!stale) return
    const renewed = await session.renew(stale, (token) => exchangeForLocation(token, locationID))
    if (!renewed || renewed.locationID === locationID) return
  }
}

/**
 * The location the lists are narrowed to; null: all the person may see. It belongs to the session, so it is the same in
 * all tabs, and the person's next session begins with it.
 */
export const chosenLocation: LocalValue<string | null> = {
  get: () => (pending ? pending.locationID : (session.current?.locationID ?? null)),
  set: (locationID) => {
    const choice = { locationID }
    pending = choice
    tell()
    save(locationID)
      .then(() => {
        if (pending === choice) pending = undefined
        tell()
      })
      // Kept in this tab: the lists work offline, too.
      .catch(() => undefined)
  },
  subscribe: (changed) => {
    listeners.add(changed)
    const unsubscribe = session.subscribe(changed)
    return () => {
      listeners.delete(changed)
      unsubscribe()
    }
  },
}
