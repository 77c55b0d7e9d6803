import { preloadable } from '../../ui/lazy/preloadable.ts'

const thread = preloadable(async () => (await import('./ConversationPane.tsx')).ConversationPane)
const details = preloadable(async () => (await import('../../features/contact-panel/ContactPanel.tsx')).ContactPanel)

/** Loads what shows an open conversation, which the list alone does not need. */
export async function preloadConversationPanes(): Promise<void> {
  await thread.preload()
  await details.preload()
}

export const ConversationPane = thread.Component
export const ContactPanel = details.Component
