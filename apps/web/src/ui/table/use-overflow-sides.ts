import { type RefObject, useEffect } from 'react'

/**
 * Marks a scroller with the sides beyond which there is more: `start`, `end` or `both`; without a mark everything fits.
 * Set on the element, so that scrolling renders nothing.
 */
export function useOverflowSides(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const hasStart = scrollLeft > 0
      const hasEnd = scrollLeft + clientWidth < scrollWidth - 1
      if (hasStart || hasEnd) element.dataset.overflow = hasStart && hasEnd ? 'both' : hasStart ? 'start' : 'end'
      else delete element.dataset.overflow
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const content of element.children) observer.observe(content)
    element.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller])
}
