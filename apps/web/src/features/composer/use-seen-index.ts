import { useEffect, useState } from 'react'

/** A message that arrives while the viewer is writing counts as seen once it has been on screen this long. */
const SEEN_AFTER_MS = 1500

/** The index of the newest message the author has had time to see; `latest` is the newest loaded. */
export function useSeenIndex(latest: number | undefined): number | undefined {
  const [seen, setSeen] = useState(latest)
  if (seen === undefined && latest !== undefined) setSeen(latest)
  useEffect(() => {
    if (latest === undefined || seen === undefined || latest <= seen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setSeen(latest), SEEN_AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [latest, seen])
  return seen
}
