interface InboxNavigation {
  open: (sid: string | null) => void
  /** What the list shows behind a conversation, else before it; null where it is the only one, undefined where it is not listed. */
  nextTo: (sid: string) => string | null | undefined
}

let current: InboxNavigation | null = null

/** The inbox on screen, for what goes on to another conversation without being part of it. */
export const inboxNavigation = {
  set: (next: InboxNavigation | null) => {
    current = next
  },
  open: (sid: string | null) => current?.open(sid),
  nextTo: (sid: string) => current?.nextTo(sid),
}
