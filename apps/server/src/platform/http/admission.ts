export interface AdmissionLimits {
  /** Maximum number of requests in flight; bounds the memory they hold. */
  maxInFlight: number
  /** Refuses new requests while one has been in flight for longer than this, because they would wait as long. */
  maxWaitMs: number
  /** The overload is over after this long without a refusal. */
  quietMs: number
}

/** Maximum number of refused items to remember; hourly jobs find the rest. */
const MAX_REFUSED = 20_000

export interface Admission<Refused> {
  /** Admits a request and returns the function to call when it ends; null when it must be refused. */
  enter: () => (() => void) | null
  /** Records a refused item for `onOver`. */
  refuse: (what: Refused) => void
  stop: () => void
}

/**
 * Load shedding: refuses requests early that would be answered too late. After the overload `onOver` receives the
 * refused items, and is called again if it fails.
 */
export function createAdmission<Refused>(
  { maxInFlight, maxWaitMs, quietMs }: AdmissionLimits,
  onOver: (refused: Refused[]) => Promise<void>,
): Admission<Refused> {
  /** Start times, oldest first. */
  const inFlight = new Set<{ since: number }>()
  let refused = new Set<Refused>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const isOverloaded = () => {
    const [oldest] = inFlight
    return inFlight.size >= maxInFlight || (oldest !== undefined && performance.now() - oldest.since > maxWaitMs)
  }

  const waitForQuiet = () => {
    if (timer) clearTimeout(timer)
    timer = isStopped ? null : setTimeout(finish, quietMs).unref()
  }

  const finish = async () => {
    timer = null
    if (isOverloaded()) return waitForQuiet()
    const items = refused
    refused = new Set()
    try {
      await onOver([...items])
    } catch {
      for (const item of items) refused.add(item)
      waitForQuiet()
    }
  }

  return {
    enter: () => {
      if (isOverloaded()) return null
      const request = { since: performance.now() }
      inFlight.add(request)
      return () => void inFlight.delete(request)
    },
    refuse: (what) => {
      if (refused.size < MAX_REFUSED) refused.add(what)
      waitForQuiet()
    },
    stop: () => {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
