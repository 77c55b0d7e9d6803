import { useEffect } from 'react'

/** Names the screen in the tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Frontdesk`
  }, [title])
}
