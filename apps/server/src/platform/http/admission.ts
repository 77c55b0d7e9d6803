export interface AdmissionLimits {
  /** Requests that may be under way at once; bounds what they hold in memory. */
  maxUnderWay: number
  /** While one has been under way for longer, no other is let in: it would wait as long. */
  maxWaitMs: number
  /** Without a refusal for so long, the overload is over. */
  quietMs: number
}

export interface Admission<Refused> {
  /** Lets a request in, and returns how to report its end; null when it has to be refused. */
  enter: () => (() => void) | null
  /** Remembers what was refused, for `onOver`. */
  refuse: (what: Refused) => void
  stop: () => void
}

/**
 * Refuses requests early that would be answered too late. When the overload is over, `onOver` gets what was refused; if
 * that fails it is called again.
 */
export function createAdmission<Refused>(
  { maxUnderWay, maxWaitMs, quietMs }: AdmissionLimits,
  onOver: (refused: Refused[]) => Promise<void>,
): Admission<Refused> {
  /** When each began, the oldest first. */
  const underWay = new Set<{ since: number }>()
  let refused = new Set<Refused>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const isOverloaded = () => {
    const [oldest] = underWay
    return underWay.size >= maxUnderWay || (oldest !== undefined && performance.now() - oldest.since > maxWaitMs)
  }

  const waitForQuiet = () => {
    if (timer) clearTimeout(timer)
    timer = isStopped ? null : setTimeout(finish, quietMs).unref()
  }

  const finish = async () => {
    timer = null
    if (isOverloaded()) return waitForQuiet()
    const over = refused
    refused = new Set()
    try {
      await onOver([...over])
    } catch {
      for (const what of over) refused.add(what)
      waitForQuiet()
    }
  }

  return {
    enter: () => {
      if (isOverloaded()) return null
      const request = { since: performance.now() }
      underWay.add(request)
      return () => void underWay.delete(request)
    },
    refuse: (what) => {
      refused.add(what)
      waitForQuiet()
    },
    stop: () => {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
