import { useSyncExternalStore } from 'react'

/** The dialogs about the open conversation: opened from its header, its side panel or by a key. */
export type ThreadDialog =
  | 'assign'
  | 'snooze'
  | 'move'
  | 'rename'
  | 'edit-contact'
  | 'block'
  | 'unblock'
  | 'merge'
  | 'delete-conversation'
  | 'delete-contact'

const listeners = new Set<() => void>()
let open: ThreadDialog | null = null

export const threadDialog = {
  open: (dialog: ThreadDialog | null) => {
    open = dialog
    for (const listener of listeners) listener()
  },
}

export const useThreadDialog = (): ThreadDialog | null =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => open,
  )
