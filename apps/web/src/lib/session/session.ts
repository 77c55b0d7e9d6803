import type { AuthResult } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { createStore, type Listener, type Store, useStore } from '../create-store.ts'
import { parseSession, SESSION_KEY, type StoredSession } from './stored-session.ts'

/** Renewed this long before the bearer token ends. */
const RENEW_BEFORE_MS = 60_000
const LOCK = 'frontdesk.session.refresh'

/** Exchanges a refresh token; `null` means the server refused it for good. */
export type Exchange = (refreshToken: string) => Promise<AuthResult | null>

/** The signed-in session of all tabs: read from and written to localStorage, so that every tab has the same one. */
export class SessionStore {
  readonly #current: Store<StoredSession | null>
  #raw: string | null
  readonly #storage: Storage
  readonly #locks: LockManager | undefined

  constructor(storage: Storage, locks: LockManager | undefined) {
    this.#storage = storage
    this.#locks = locks
    this.#raw = storage.getItem(SESSION_KEY)
    this.#current = createStore(parseSession(this.#raw))
  }

  get current() {
    return this.#current.get()
  }

  /** Adopts the session that another tab has stored. */
  sync() {
    const raw = this.#storage.getItem(SESSION_KEY)
    if (raw !== this.#raw) this.#take(raw)
    return this.current
  }

  set(session: StoredSession | null) {
    const raw = session && JSON.stringify(session)
    if (raw) this.#storage.setItem(SESSION_KEY, raw)
    else this.#storage.removeItem(SESSION_KEY)
    this.#take(raw)
  }

  get = () => this.current

  subscribe = (listener: Listener<StoredSession | null>) => this.#current.subscribe(listener)

  isDue(now: number) {
    return this.current !== null && Date.parse(this.current.bearerExpiresAt) - now < RENEW_BEFORE_MS
  }

  /**
   * Replaces the token that is `stale`. Only one tab sends the request, because a refresh token works once and a
   * second use ends the session. The others read the new one from the storage.
   */
  async renew(stale: string, exchange: Exchange): Promise<StoredSession | null> {
    const renewIfStillStale = async () => {
      const session = this.sync()
      if (!session || session.bearerToken !== stale) return session
      const renewed = await exchange(session.refreshToken)
      this.set(renewed)
      return renewed
    }
    return this.#locks ? this.#locks.request(LOCK, renewIfStillStale) : renewIfStillStale()
  }

  #take(raw: string | null) {
    this.#raw = raw
    this.#current.set(parseSession(raw))
  }
}

export const session = new SessionStore(localStorage, navigator.locks)

export const useSession = () => useStore(session)

/** The signed-in teammate, as the contract's rules take them. */
export function toViewer(signedIn: StoredSession): Viewer {
  return {
    userId: signedIn.userId,
    role: signedIn.roles[0] ?? 'TeamMember',
    permissions: signedIn.permissions,
    locationIds: signedIn.locationIDs,
  }
}
