import { useSyncExternalStore } from 'react'

/** Widths in px at which the layout changes; below `phone` one pane is shown at a time. */
const BREAKPOINTS = { small: 400, phone: 768, rail: 1200, narrow: 1280, wide: 1480 } as const

const below = (width: number) => matchMedia(`(max-width: ${width - 1}px)`)
const from = (width: number) => matchMedia(`(min-width: ${width}px)`)

const small = matchMedia(`(max-width: ${BREAKPOINTS.small}px)`)
const phone = below(BREAKPOINTS.phone)
const rail = from(BREAKPOINTS.rail)
const narrow = below(BREAKPOINTS.narrow)
const wide = from(BREAKPOINTS.wide)

const useQuery = (query: MediaQueryList) =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )

/** A phone in portrait: a bar has room for the essentials only. */
export const useIsSmall = () => useQuery(small)
/** One pane at a time, bottom bar. */
export const useIsPhone = () => useQuery(phone)
/** There is room for the inbox views beside the list. */
export const useHasRoomForRail = () => useQuery(rail)
/** The details never fit beside the conversation. */
export const useIsNarrow = () => useQuery(narrow)
/** Views, list, conversation and details fit beside each other. */
export const useIsWide = () => useQuery(wide)
