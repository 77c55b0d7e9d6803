import { findVisit, type MonthVisit, markCell } from './month-visit.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

interface DraggedVisit extends MonthVisit {
  root: HTMLElement | null
}

/** Moves visits of a month to other days by pointer. */
export const useMonthDrag = (onDrop: (bookingId: string, date: string) => void) =>
  usePointerDrag<HTMLTableElement, DraggedVisit>({
    find: (target, root) => {
      const visit = findVisit(target)
      return visit && { ...visit, root }
    },
    onMove: ({ element, root }, pointer) => {
      element.style.transform = `translate(${pointer.x}px, ${pointer.y}px)`
      markCell(root, cellAt(pointer))
    },
    onDrop: ({ id, source }, pointer) => {
      const date = cellAt(pointer)?.dataset.date
      if (date !== undefined && date !== source) onDrop(id, date)
    },
    onEnd: ({ element, root }) => {
      markCell(root, null)
      element.style.removeProperty('transform')
      delete element.dataset.dragged
    },
  })

function cellAt({ clientX, clientY }: { clientX: number; clientY: number }): HTMLElement | null {
  for (const element of document.elementsFromPoint(clientX, clientY))
    if (element instanceof HTMLElement && element.dataset.date !== undefined) return element
  return null
}
