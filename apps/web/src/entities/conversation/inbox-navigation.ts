interface InboxNavigation {
  open: (sid: string | null) => void
  /** The next conversation in the list, else the previous; null for the only one, undefined if it is not listed. */
  nextTo: (sid: string) => string | null | undefined
}

let current: InboxNavigation | null = null

/** The inbox on screen, for code outside of it that opens the next conversation. */
export const inboxNavigation = {
  set: (next: InboxNavigation | null) => {
    current = next
  },
  open: (sid: string | null) => current?.open(sid),
  nextTo: (sid: string) => current?.nextTo(sid),
}
