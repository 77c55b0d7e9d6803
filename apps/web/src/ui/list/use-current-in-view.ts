import { type RefObject, useLayoutEffect } from 'react'

/**
 * Scrolls a row of tabs or links sideways until the current one is visible: at first, and whenever `current` changes.
 * Include in `current` whatever changes the widths, such as counts that arrive later.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is read from the DOM
  useLayoutEffect(() => {
    const element = row.current
    const item = element?.querySelector('[aria-current], [aria-selected=true]')
    if (!element || !item) return
    const shown = element.getBoundingClientRect()
    const { left, right } = item.getBoundingClientRect()
    if (left >= shown.left && right <= shown.right) return
    // In the middle, so that both neighbors show. Not by `scrollIntoView`, which would also scroll the page.
    element.scrollLeft += (left + right - shown.left - shown.right) / 2
  }, [row, current])
}
