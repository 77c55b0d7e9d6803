import { type DragEvent, useState } from 'react'

/**
 * Lets people drag the items of a list to another place. Spread `handle(index)` on a `DragHandle` and `target(index)`
 * on the row; the keyboard and fingers use `MoveButtons` beside it.
 */
export function useDragOrder<Item>(items: readonly Item[], onMove: (next: Item[]) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  return {
    handle: (index: number) => ({
      draggable: true,
      onDragStart: ({ dataTransfer, currentTarget }: DragEvent<HTMLElement>) => {
        dataTransfer.effectAllowed = 'move'
        // Firefox starts no drag without data.
        dataTransfer.setData('text/plain', '')
        const row = currentTarget.closest('li')
        if (row) dataTransfer.setDragImage(row, 16, 16)
        setFrom(index)
      },
      onDragEnd: end,
    }),
    target: (index: number) => ({
      'data-drop': from === null || over !== index || from === index ? undefined : from > index ? 'before' : 'after',
      onDragOver: (event: DragEvent) => {
        if (from === null) return
        event.preventDefault()
        setOver(index)
      },
      onDrop: (event: DragEvent) => {
        if (from === null) return
        event.preventDefault()
        end()
        if (from === index) return
        const next = [...items]
        next.splice(index, 0, ...next.splice(from, 1))
        onMove(next)
      },
    }),
  }
}
