import type { Conversation, ListFilter, Message } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { scheduledKey } from '../message/scheduled-messages.ts'
import { fetchNewer, findHole, mergeMessages, type Thread } from '../message/thread-messages.ts'
import { conversationVersions } from './conversation-versions.ts'
import { applyToList, type ListChanges } from './list-membership.ts'
import { openConversation } from './open-conversation.ts'
import { type ConversationPages, conversationKeys } from './queries.ts'

/** Queries that only the server can answer are refetched at most this often, however many events arrive. */
const REFETCH_EVERY_MS = 1000

/** The only writer of cached conversations and messages: responses, events and optimistic updates all go through it. */
export class ConversationCache {
  readonly #cache: QueryClient
  readonly #refetches = new Map<string, { at: number; timer?: ReturnType<typeof setTimeout> }>()
  #filling = new Set<string>()

  constructor(cache: QueryClient) {
    this.#cache = cache
  }

  /** Applies conversations from a response. */
  take(...conversations: Conversation[]) {
    const newest = conversations.map((conversation) => conversationVersions.remember(conversation))
    this.apply({ changed: newest.filter(({ sid }) => !conversationVersions.isGone(sid)), gone: [] })
    for (const [at, { sid, contactAccess }] of newest.entries()) {
      // The previous contact was kept; only a read tells whether the viewer may still see it.
      if (contactAccess === 'shown' && conversations[at]?.contactAccess === 'hidden')
        this.refetchThrottled(conversationKeys.one(sid))
    }
  }

  patch(sid: string, change: (conversation: Conversation) => Conversation) {
    const changed = conversationVersions.patch(sid, change)
    if (changed) this.apply({ changed: [changed], gone: [] })
  }

  apply(changes: ListChanges) {
    if (changes.changed.length === 0 && changes.gone.length === 0) return
    for (const conversation of changes.changed) {
      this.#cache.setQueryData(conversationKeys.one(conversation.sid), conversation)
    }
    for (const sid of changes.gone) {
      this.#cache.removeQueries({ queryKey: conversationKeys.thread(sid) })
      void this.#cache.resetQueries({ queryKey: conversationKeys.one(sid) })
    }
    this.#applyToLists(changes)
    this.refetchThrottled(conversationKeys.stats)
  }

  /** After a list was fetched: applies what changed while the request was in flight. */
  applyRecent() {
    this.#applyToLists(conversationVersions.recent())
  }

  #applyToLists(changes: ListChanges) {
    for (const query of this.#cache.getQueryCache().findAll({ queryKey: conversationKeys.lists })) {
      const pages = query.state.data as ConversationPages | undefined
      if (!pages) continue
      const filter = query.queryKey[2] as ListFilter
      const applied = applyToList(pages, filter, changes, openConversation.get())
      if (applied.pages !== pages) {
        this.#cache.setQueryData(query.queryKey, applied.pages, { updatedAt: query.state.dataUpdatedAt })
      }
      if (applied.askServer && query.isActive()) this.refetchThrottled(query.queryKey)
    }
  }

  takeMessages(sid: string, messages: readonly Message[]) {
    const key = conversationKeys.thread(sid)
    const thread = this.#cache.getQueryData<Thread>(key)
    if (!thread) {
      // An unopened thread is fetched when it is opened; a response in flight may lack these messages.
      if (this.#cache.isFetching({ queryKey: key }) > 0) this.refetchThrottled(key)
      return
    }
    const merged = mergeMessages(
      thread,
      messages.filter(({ index }) => thread.items.length === 0 || index >= (thread.items[0]?.index ?? 0)),
    )
    if (merged !== thread) this.#cache.setQueryData(key, merged)
    const hole = findHole(merged)
    if (hole !== null) void this.#fill(sid, hole)
  }

  async #fill(sid: string, hole: number) {
    if (this.#filling.has(sid)) return
    this.#filling.add(sid)
    try {
      const messages = await fetchNewer(sid, hole)
      this.#cache.setQueryData<Thread>(conversationKeys.thread(sid), (now) => now && mergeMessages(now, messages))
    } catch {
      void this.#cache.invalidateQueries({ queryKey: conversationKeys.thread(sid) })
    } finally {
      this.#filling.delete(sid)
    }
  }

  /** After a merge or unmerge: message indexes changed, so everything cached of the thread is reloaded. */
  renumber(sid: string) {
    void this.#cache.resetQueries({ queryKey: conversationKeys.thread(sid) })
    for (const key of [conversationKeys.one(sid), scheduledKey(sid)])
      void this.#cache.invalidateQueries({ queryKey: key })
    for (const key of [conversationKeys.timelines, conversationKeys.mediaOfContact]) this.refetchThrottled(key)
  }

  /** Refetches now, or once the throttle interval has passed. */
  refetchThrottled(queryKey: readonly unknown[]) {
    const name = JSON.stringify(queryKey)
    const refetch = this.#refetches.get(name)
    if (refetch?.timer) return
    const wait = Math.max(0, (refetch?.at ?? 0) + REFETCH_EVERY_MS - Date.now())
    const timer = setTimeout(() => {
      this.#refetches.set(name, { at: Date.now() })
      void this.#cache.invalidateQueries({ queryKey })
    }, wait)
    this.#refetches.set(name, { at: refetch?.at ?? 0, timer })
  }

  /** Refetches what is on screen now, and the rest when it is next shown. */
  reload() {
    void this.#cache.invalidateQueries({ queryKey: ['conversations'] })
    void this.#cache.invalidateQueries({ queryKey: conversationKeys.threads })
  }
}

let made: { cache: QueryClient; conversations: ConversationCache } | undefined

/** The writer that belongs to this query client. */
export function conversationCache(cache: QueryClient): ConversationCache {
  if (made?.cache !== cache) {
    const conversations = new ConversationCache(cache)
    made = { cache, conversations }
    cache.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
      const [area, part] = event.query.queryKey
      if (area === conversationKeys.lists[0] && part === conversationKeys.lists[1]) conversations.applyRecent()
    })
  }
  return made.conversations
}
