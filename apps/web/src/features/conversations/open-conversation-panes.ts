import { loadedAhead } from '../../ui/loaded-ahead.ts'

const thread = loadedAhead(async () => (await import('./ThreadPane.tsx')).ThreadPane)
const details = loadedAhead(async () => (await import('./DetailsPane.tsx')).DetailsPane)

/** Loads what shows an open conversation, which the list alone does not need. */
export async function loadConversationPanes(): Promise<void> {
  await thread.loadAhead()
  await details.loadAhead()
}

export const ThreadPane = thread.Component
export const DetailsPane = details.Component
