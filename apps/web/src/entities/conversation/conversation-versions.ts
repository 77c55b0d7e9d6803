import type { Conversation } from '@frontdesk/contract/api'
import { replaceEqualDeep } from '@tanstack/react-query'

interface Entry {
  conversation: Conversation
  at: number
}

interface Removal {
  /** Older versions are stale; null if the version is unknown. */
  version: number | null
  at: number
}

/** A response cannot be older than this: requests take seconds, not minutes. */
const RECENT_MS = 60_000

/**
 * The newest version of every conversation seen so far. Responses and events arrive out of order; the version decides,
 * so a response that was in flight when an event arrived never restores stale data.
 */
export class ConversationVersions {
  #newest = new Map<string, Entry>()
  #gone = new Map<string, Removal>()

  get(sid: string): Conversation | undefined {
    return this.#newest.get(sid)?.conversation
  }

  /** Stores the response of a read by id: unlike an event, it says what the viewer may see of the contact. */
  rememberRead(conversation: Conversation): Conversation {
    const before = this.get(conversation.sid)
    if (conversation.contactAccess === 'hidden' && before?.contactAccess === 'shown')
      this.#newest.delete(conversation.sid)
    return this.remember(conversation)
  }

  /** Stores and returns the newer of two versions. A response in flight does not restore a removed conversation. */
  remember(conversation: Conversation, at = Date.now()): Conversation {
    const removedVersion = this.#gone.get(conversation.sid)?.version
    if (removedVersion && conversation.version < removedVersion) return conversation
    const before = this.#newest.get(conversation.sid)?.conversation
    if (before && before.version > conversation.version) return before
    // Keeps the object identity of equal copies, so that nothing rerenders.
    const newest = before ? replaceEqualDeep(before, keepPersonalFields(before, conversation)) : conversation
    this.#newest.set(conversation.sid, { conversation: newest, at })
    this.#gone.delete(conversation.sid)
    return newest
  }

  /** Optimistic update: the version stays, so the server's response wins. */
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

  /** It was removed, and no newer version has come since. */
  isGone(sid: string): boolean {
    return this.#gone.has(sid)
  }

  /** Conversations that changed or went away while a request may have been in flight. */
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
 * Events are the same for every recipient, so they carry neither drafts nor unread marks and hide restricted contacts.
 * The viewer's own values are kept.
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
