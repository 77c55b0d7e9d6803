let sid: string | null = null

/** The conversation on this screen; those outside React (events, noise) ask here. */
export const openConversation = {
  get: () => sid,
  set: (next: string | null) => {
    sid = next
  },
  /** Whether somebody is looking at it right now. */
  isWatched: (other: string) => sid === other && document.visibilityState === 'visible' && document.hasFocus(),
}
