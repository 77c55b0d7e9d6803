import { useEffect } from 'react'

let screen = ''
let unread = 0

function write() {
  const name = screen === '' ? 'Frontdesk' : `${screen} · Frontdesk`
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Names the screen in the browser tab. */
export function useTitle(title: string) {
  useEffect(() => {
    screen = title
    write()
    return () => {
      screen = ''
      write()
    }
  }, [title])
}

/** Prefixes every title with the number of unread conversations while the frame is mounted. */
export function useUnreadInTitle(count: number) {
  useEffect(() => {
    unread = count
    write()
    return () => {
      unread = 0
      write()
    }
  }, [count])
}
