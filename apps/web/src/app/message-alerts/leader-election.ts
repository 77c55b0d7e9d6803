/** Leader election among tabs: the leader holds a lock that the others wait for, so exactly one tab alerts. */
let isLeading = false

export function startLeaderElection(): () => void {
  if (!navigator.locks) {
    isLeading = true
    return () => undefined
  }
  let resign: () => void = () => undefined
  const withdrawal = new AbortController()
  const term = new Promise<void>((resolve) => {
    resign = resolve
  })
  navigator.locks
    .request('frontdesk.message-alerts', { signal: withdrawal.signal }, () => {
      isLeading = true
      return term
    })
    .catch(() => undefined)
  return () => {
    isLeading = false
    withdrawal.abort()
    resign()
  }
}

export const isLeader = () => isLeading
