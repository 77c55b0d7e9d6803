import { useEffect, useState } from 'react'

/** A message that came while somebody writes counts as seen once it has stood on their screen this long. */
const SEEN_AFTER_MS = 1500

/** The newest message that the writer has had the time to see; `latest` is the newest there is, once that is known. */
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
