import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 767px)')
const narrow = matchMedia('(max-width: 1279px)')
const wide = matchMedia('(min-width: 1480px)')

const useQuery = (query: MediaQueryList) =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )

/** One pane at a time, bottom bar. */
export const useIsPhone = () => useQuery(phone)
/** The details are a drawer. */
export const useIsNarrow = () => useQuery(narrow)
/** There is room for a fourth pane (spec section 9). */
export const useIsWide = () => useQuery(wide)
