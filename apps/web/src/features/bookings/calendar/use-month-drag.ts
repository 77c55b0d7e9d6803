import { type PointerEvent, useEffect, useRef } from 'react'
import { HOLD_MS, THRESHOLD_PX } from './drag-limits.ts'
import { findVisit, type MonthVisit, markCell } from './month-visit.ts'

interface Drag extends MonthVisit {
  x: number
  y: number
  /** Whether it follows the pointer; touch has to press and hold first. */
  isActive: boolean
  hasMoved: boolean
}

/** Moves visits of a month to other days with a mouse or pen, or by touch after press and hold. */
export function useMonthDrag(onDrop: (bookingId: string, date: string) => void) {
  const drag = useRef<Drag>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const root = useRef<HTMLTableElement>(null)
  // Only a non-passive listener can prevent the browser from scrolling during a touch drag.
  useEffect(() => {
    const element = root.current
    const keepStill = (event: TouchEvent) => {
      if (drag.current?.isActive) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      clearTimeout(hold.current)
    }
  }, [])
  const stop = () => {
    clearTimeout(hold.current)
    const stopped = drag.current
    drag.current = null
    markCell(root.current, null)
    if (!stopped) return null
    stopped.element.style.removeProperty('transform')
    delete stopped.element.dataset.dragged
    return stopped
  }
  return {
    ref: root,
    onContextMenu: (event: { preventDefault: () => void }) => {
      // Press and hold also opens the browser’s context menu.
      if (drag.current) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const visit = findVisit(event.target)
      if (!visit) return
      const isFinger = event.pointerType === 'touch'
      const pressed = { ...visit, x: event.clientX, y: event.clientY, isActive: !isFinger, hasMoved: false }
      drag.current = pressed
      if (isFinger)
        hold.current = setTimeout(() => {
          pressed.isActive = true
          pressed.element.dataset.dragged = ''
        }, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (!now) return
      const [x, y] = [event.clientX - now.x, event.clientY - now.y]
      if (!now.hasMoved && Math.hypot(x, y) < THRESHOLD_PX) return
      if (!now.isActive) {
        stop()
        return
      }
      if (!now.hasMoved) {
        now.hasMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
        now.element.dataset.dragged = ''
      }
      now.element.style.transform = `translate(${x}px, ${y}px)`
      markCell(root.current, cellAt(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const stopped = stop()
      const date = stopped?.hasMoved ? cellAt(event)?.dataset.date : undefined
      if (stopped && date !== undefined && date !== stopped.source) onDrop(stopped.id, date)
    },
    onPointerCancel: () => {
      stop()
    },
  }
}

function cellAt({ clientX, clientY }: { clientX: number; clientY: number }): HTMLElement | null {
  for (const element of document.elementsFromPoint(clientX, clientY))
    if (element instanceof HTMLElement && element.dataset.date !== undefined) return element
  return null
}
