import { useSyncExternalStore } from 'react'

const SHOWN_MS = 6000
/** Undoable actions stay visible long enough to notice a stray key press. */
export const UNDO_MS = 10_000
const AT_ONCE = 3

export interface Toast {
  id: string
  title: string
  text: string
  kind: 'news' | 'failure'
  onOpen?: () => void
  /** Button beside the text, such as Undo. */
  action?: { label: string; run: () => void }
  shownMs?: number
}

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []

function write(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export const dismissToast = (id: string) => write(toasts.filter((toast) => toast.id !== id))

/** For events elsewhere, failures, and successes that change nothing on screen. A toast with the same id is replaced. */
export function showToast(toast: Toast) {
  write([...toasts.filter(({ id }) => id !== toast.id), toast].slice(-AT_ONCE))
  setTimeout(() => {
    if (toasts.includes(toast)) dismissToast(toast.id)
  }, toast.shownMs ?? SHOWN_MS)
}

export const useToasts = () =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => toasts,
  )
