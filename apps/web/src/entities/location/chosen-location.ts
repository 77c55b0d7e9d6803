import { exchangeForLocation } from '../../lib/api.ts'
import { createStore, type Store } from '../../lib/create-store.ts'
import { session } from '../../lib/session/session.ts'

/** The choice shown until the session has it. */
const pending = createStore<{ locationID: string | null } | undefined>(undefined)

session.subscribe((now, previous) => {
  if (now?.userId !== previous?.userId) pending.set(undefined)
})

/** Exchanges the session for one at the location; retried when another tab renewed the session meanwhile. */
async function save(locationID: string | null): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const stale = session.sync()?.bearerToken
    if (!stale) return
    const renewed = await session.renew(stale, (token) => exchangeForLocation(token, locationID))
    if (!renewed || renewed.locationID === locationID) return
  }
}

const current = () => {
  const choice = pending.get()
  return choice ? choice.locationID : (session.current?.locationID ?? null)
}

/**
 * The location the lists are narrowed to; null: all the person may see. It belongs to the session, so it is the same in
 * all tabs, and the person's next session begins with it.
 */
export const chosenLocation: Store<string | null> = {
  get: current,
  set: (locationID) => {
    const choice = { locationID }
    pending.set(choice)
    save(locationID)
      .then(() => {
        if (pending.get() === choice) pending.set(undefined)
      })
      // Kept in this tab: the lists work offline, too.
      .catch(() => undefined)
  },
  subscribe: (listener) => {
    let previous = current()
    const onChange = () => {
      const now = current()
      listener(now, previous)
      previous = now
    }
    const unsubscribers = [pending.subscribe(onChange), session.subscribe(onChange)]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  },
}
