import type { Conversation } from '@frontdesk/contract/api'
import { replaceEqualDeep } from '@tanstack/react-query'

interface Entry {
  conversation: Conversation
  at: number
}

interface Removal {
  /** Copies before this version are of the past; null where that is not known. */
  version: number | null
  at: number
}

/** An answer cannot be older than this: requests take seconds, not minutes. */
const RECENT_MS = 60_000

/**
 * The newest copy seen of every conversation. Answers and events overtake each other; the version decides,
 * so an answer that was on its way while an event arrived never brings the past back.
 */
export class ConversationVersions {
  #newest = new Map<string, Entry>()
  #gone = new Map<string, Removal>()

  get(sid: string): Conversation | undefined {
    return this.#newest.get(sid)?.conversation
  }

  /** Keeps what a read by id said: unlike events it knows what the reader may see of the contact. */
  rememberRead(conversation: Conversation): Conversation {
    const before = this.get(conversation.sid)
    if (conversation.contactAccess === 'hidden' && before?.contactAccess === 'shown')
      this.#newest.delete(conversation.sid)
    return this.remember(conversation)
  }

  /** Keeps the newer of two copies and returns it. What was on its way while it left our sight does not bring it back. */
  remember(conversation: Conversation, at = Date.now()): Conversation {
    const removedVersion = this.#gone.get(conversation.sid)?.version
    if (removedVersion && conversation.version < removedVersion) return conversation
    const before = this.#newest.get(conversation.sid)?.conversation
    if (before && before.version > conversation.version) return before
    // Of two equal copies the one on screen: nothing is drawn again for the other.
    const newest = before ? replaceEqualDeep(before, keepPersonalFields(before, conversation)) : conversation
    this.#newest.set(conversation.sid, { conversation: newest, at })
    this.#gone.delete(conversation.sid)
    return newest
  }

  /** For our own change on screen before the server confirms it: the version stays, so the server's word wins. */
  patch(sid: string, change: (conversation: Conversation) => Conversation, at = Date.now()): Conversation | undefined {
    const before = this.get(sid)
    if (!before) return undefined
    const conversation = change(before)
    this.#newest.set(sid, { conversation, at })
    return conversation
  }

  forget(sid: string, version: number | null = null, at = Date.now()) {
    this.#newest.delete(sid)
    this.#gone.set(sid, { version, at })
  }

  /** It left our sight, and no answer has brought it back. */
  isGone(sid: string): boolean {
    return this.#gone.has(sid)
  }

  /** What changed while an answer may have been on its way. */
  recent(now = Date.now()) {
    const changed: Conversation[] = []
    for (const { conversation, at } of this.#newest.values()) if (now - at < RECENT_MS) changed.push(conversation)
    const gone: string[] = []
    for (const [sid, { at }] of this.#gone) {
      if (now - at < RECENT_MS) gone.push(sid)
      else this.#gone.delete(sid)
    }
    return { changed, gone }
  }

  clear() {
    this.#newest.clear()
    this.#gone.clear()
  }
}

/**
 * Events look the same to everyone and so carry neither drafts nor marks, and hide a restricted contact: what is known
 * of our own stays.
 */
function keepPersonalFields(before: Conversation, event: Conversation): Conversation {
  const after = keepContact(before, event)
  const { drafts = before.attributes.drafts, isMarkedUnread = before.attributes.isMarkedUnread } = after.attributes
  if (drafts === after.attributes.drafts && isMarkedUnread === after.attributes.isMarkedUnread) return after
  const attributes = { ...after.attributes }
  if (drafts !== undefined) attributes.drafts = drafts
  if (isMarkedUnread !== undefined) attributes.isMarkedUnread = isMarkedUnread
  return { ...after, attributes }
}

function keepContact(before: Conversation, after: Conversation): Conversation {
  if (before.contactAccess !== 'shown' || after.contactAccess !== 'hidden') return after
  const { lineType, isOptedOut, isBlocked } = after.contact
  const contact = { ...before.contact, lineType, isOptedOut, isBlocked }
  return { ...after, contactAccess: 'shown', friendlyName: before.friendlyName, contact }
}

export const conversationVersions = new ConversationVersions()
