import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './VirtualList.module.css'

/** Distance from the end, in rows, at which more is requested: fast scrolling covers it in a quarter of a second. */
const NEAR_END = 25

interface Props<Item> {
  items: readonly Item[]
  itemKey: (item: Item) => string
  rowHeight: number
  label: string
  /** Brought into view when it changes, unless a pointer press changed it. */
  focusedKey?: string | null
  renderItem: (item: Item) => ReactNode
  onNearEnd?: () => void
  /** Shown above the first row, and scrolls with the rows; reports its own height. */
  header?: { height: number; content: ReactNode }
  /** Shown below the last row. */
  footer?: ReactNode
}

/** A list of any length; only the rows on screen are rendered. */
export function VirtualList<Item>(props: Props<Item>) {
  // The virtualizer is one object that mutates; memoized by the compiler, the list would stop scrolling.
  'use no memo'
  const { items, itemKey, rowHeight, label, focusedKey, renderItem, onNearEnd, header, footer } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : itemKey(item)
    },
    scrollMargin: header?.height ?? 0,
    overscan: 8,
    // Rows beyond the edge are rendered in advance; rendering them in a scroll event would delay it.
    useFlushSync: false,
  })
  const rows = virtualizer.getVirtualItems()

  const lastRow = rows.at(-1)?.index ?? 0
  const isNearEnd = items.length > 0 && lastRow >= items.length - NEAR_END
  const askForMore = useEffectEvent(() => onNearEnd?.())
  const count = items.length
  useEffect(() => {
    if (isNearEnd && count > 0) askForMore()
  }, [isNearEnd, count])

  const focusedIndex = focusedKey ? items.findIndex((item) => itemKey(item) === focusedKey) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the focused row changes, not when rows move.
  useEffect(() => {
    if (focusedIndex < 0) return
    // Moved between press and release, a row at the edge would leave its neighbor under the pointer.
    if (isPressed.current || !scroller.current) return
    // The virtualizer's own numbers: reading them from the element forces a layout of the whole page.
    const { scrollOffset, scrollRect } = virtualizer
    const [start, height] = [scrollOffset ?? 0, scrollRect?.height ?? 0]
    const top = (header?.height ?? 0) + focusedIndex * rowHeight
    // Not `scrollToIndex`, which goes on correcting the position in later frames.
    if (top < start) scroller.current.scrollTop = top
    else if (top + rowHeight > start + height) scroller.current.scrollTop = top + rowHeight - height
  }, [focusedKey])

  useEffect(() => {
    const release = () => {
      isPressed.current = false
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [])

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onPointerDown={() => {
        isPressed.current = true
      }}
    >
      {header && <div style={{ height: header.height }}>{header.content}</div>}
      <ul aria-label={label} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={row.key}
              className={classes.row}
              style={{ height: row.size, transform: `translateY(${row.start - (header?.height ?? 0)}px)` }}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
            >
              {renderItem(item)}
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}
