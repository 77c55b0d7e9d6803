import { createStore, useStore } from '../../lib/create-store.ts'

/** The dialogs about the open conversation, opened from its header, its side panel or by a shortcut. */
export type ThreadDialog =
  | 'assign'
  | 'snooze'
  | 'move'
  | 'rename'
  | 'block'
  | 'unblock'
  | 'merge'
  | 'delete-conversation'
  | 'delete-contact'

const opened = createStore<ThreadDialog | null>(null)

export const threadDialog = { open: opened.set }

export const useThreadDialog = () => useStore(opened)
