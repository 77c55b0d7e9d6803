import { createStore, useStore } from '../../lib/create-store.ts'

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

const toasts = createStore<readonly Toast[]>([])

export const dismissToast = (id: string) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/**
 * For events elsewhere, failures, and successes that change nothing on screen. A toast with the same id is replaced.
 */
export function showToast(toast: Toast) {
  toasts.set([...toasts.get().filter(({ id }) => id !== toast.id), toast].slice(-AT_ONCE))
  setTimeout(() => {
    if (toasts.get().includes(toast)) dismissToast(toast.id)
  }, toast.shownMs ?? SHOWN_MS)
}

export const useToasts = () => useStore(toasts)
