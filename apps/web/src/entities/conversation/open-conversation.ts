let sid: string | null = null

/** The conversation on screen, for code outside React (events, alerts). */
export const openConversation = {
  get: () => sid,
  set: (next: string | null) => {
    sid = next
  },
  /** Whether it is on screen in a visible, focused window. */
  isWatched: (other: string) => sid === other && document.visibilityState === 'visible' && document.hasFocus(),
}
