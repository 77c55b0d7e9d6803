import { lazy } from 'react'

const loadThread = () => import('./ThreadPane.tsx')
const loadDetails = () => import('./DetailsPane.tsx')

/** Starts loading what shows an open conversation, which the list alone does not need. */
export function preloadConversationPanes() {
  // What cannot be loaded now is tried again, and its failure shown, when it is opened.
  loadThread().catch(() => undefined)
  loadDetails().catch(() => undefined)
}

export const ThreadPane = lazy(async () => ({ default: (await loadThread()).ThreadPane }))
export const DetailsPane = lazy(async () => ({ default: (await loadDetails()).DetailsPane }))
