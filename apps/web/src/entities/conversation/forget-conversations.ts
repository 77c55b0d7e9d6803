import { drafts } from '../draft/drafts.ts'
import { conversationVersions } from './conversation-versions.ts'

/** Clears everything when another user signs in on this page. Unsent messages stay with their author. */
export function forgetConversations() {
  conversationVersions.clear()
  drafts.forgetAll()
}

/** The same person may see other conversations than before; what they are writing stays. */
export function hideConversations() {
  conversationVersions.clear()
}
