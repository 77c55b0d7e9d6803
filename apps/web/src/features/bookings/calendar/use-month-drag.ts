import { type PointerEvent, useRef } from 'react'

/** A shorter way is a click. */
const THRESHOLD_PX = 5

interface Drag {
  element: HTMLElement
  id: string
  source: string
  x: number
  y: number
  hasMoved: boolean
}

/** Moves visits of a month to other days with the mouse. With the keyboard they are moved on the day’s own view. */
export function useMonthDrag(onDrop: (bookingId: string, date: string) => void) {
  const drag = useRef<Drag>(null)
  const over = useRef<HTMLElement>(null)
  const mark = (cell: HTMLElement | null) => {
    if (over.current) delete over.current.dataset.over
    over.current = cell
    if (cell) cell.dataset.over = ''
  }
  const stop = () => {
    const stopped = drag.current
    drag.current = null
    mark(null)
    if (!stopped) return null
    stopped.element.style.removeProperty('transform')
    delete stopped.element.dataset.dragged
    return stopped
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const element = (event.target as HTMLElement).closest<HTMLElement>('[data-visit]')
      const source = element?.closest<HTMLElement>('[data-date]')?.dataset.date
      if (!element?.dataset.visit || !source) return
      const { clientX: x, clientY: y } = event
      drag.current = { element, id: element.dataset.visit, source, x, y, hasMoved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (!now) return
      const [x, y] = [event.clientX - now.x, event.clientY - now.y]
      if (!now.hasMoved && Math.hypot(x, y) < THRESHOLD_PX) return
      if (!now.hasMoved) {
        now.hasMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
        now.element.dataset.dragged = ''
      }
      now.element.style.transform = `translate(${x}px, ${y}px)`
      mark(cellAt(event))
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
