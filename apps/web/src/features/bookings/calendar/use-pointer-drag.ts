import { type PointerEvent, useEffect, useRef } from 'react'
import { HOLD_MS, THRESHOLD_PX } from './drag-limits.ts'

/** Where a pointer is, and how far from where it was pressed. */
export interface DragPointer {
  clientX: number
  clientY: number
  x: number
  y: number
}

interface Options<Item> {
  /** Finds what is dragged from an element; null if nothing can be. */
  find: (target: EventTarget | null, root: HTMLElement | null) => Item | null
  onMove: (item: Item, pointer: DragPointer) => void
  /** Only called after a move; a shorter one is a click. */
  onDrop: (item: Item, pointer: DragPointer) => void
  /** Called before a drop, and when it is cancelled. */
  onEnd: (item: Item) => void
}

interface Drag<Item> {
  item: Item
  clientX: number
  clientY: number
  /** Whether it follows the pointer; touch has to press and hold first. */
  isActive: boolean
  hasMoved: boolean
}

/** Drags elements of a grid with a mouse or pen, or by touch after press and hold. */
export function usePointerDrag<Root extends HTMLElement, Item extends { element: HTMLElement }>({
  find,
  onMove,
  onDrop,
  onEnd,
}: Options<Item>) {
  const drag = useRef<Drag<Item>>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const root = useRef<Root>(null)
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
    if (stopped) onEnd(stopped.item)
    return stopped
  }
  return {
    ref: root,
    onContextMenu: (event: { preventDefault: () => void }) => {
      // Press and hold also opens the browser’s context menu.
      if (drag.current) event.preventDefault()
    },
    onPointerDown: ({ button, target, pointerType, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const item = button === 0 ? find(target, root.current) : null
      if (!item) return
      const isTouch = pointerType === 'touch'
      const pressed = { item, clientX, clientY, isActive: !isTouch, hasMoved: false }
      drag.current = pressed
      if (isTouch)
        hold.current = setTimeout(() => {
          pressed.isActive = true
          item.element.dataset.dragged = ''
        }, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (!now) return
      const pointer = pointerOf(now, event)
      if (!now.hasMoved && Math.hypot(pointer.x, pointer.y) < THRESHOLD_PX) return
      if (!now.isActive) {
        stop()
        return
      }
      if (!now.hasMoved) {
        now.hasMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
        now.item.element.dataset.dragged = ''
      }
      onMove(now.item, pointer)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const stopped = stop()
      if (stopped?.hasMoved) onDrop(stopped.item, pointerOf(stopped, event))
    },
    onPointerCancel: () => {
      stop()
    },
  }
}

const pointerOf = (
  pressed: { clientX: number; clientY: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): DragPointer => ({ clientX, clientY, x: clientX - pressed.clientX, y: clientY - pressed.clientY })
