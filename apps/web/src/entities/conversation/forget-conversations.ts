import { drafts } from '../draft/drafts.ts'
import { conversationVersions } from './conversation-versions.ts'

/** Somebody else signs in on this page: nothing of the one before may show. What waits to be sent stays with its writer. */
export function forgetConversations() {
  conversationVersions.clear()
  drafts.forgetAll()
}

/** The same person may see other conversations than before; what they are writing stays. */
export function hideConversations() {
  conversationVersions.clear()
}
