import type { Message } from '@frontdesk/contract/api'
import { api } from '../../lib/api.ts'

/** The loaded part of a conversation's messages: without gaps, up to the newest. */
export interface Thread {
  items: Message[]
  hasOlder: boolean
}

const REFETCH_PAGE = 100
/** A refetch stops here; older messages are loaded again when the reader scrolls up to them. */
const REFETCH_PAGES_MAX = 5

interface Range {
  beforeIndex?: number
  afterIndex?: number
  pageSize?: number
}

async function fetchPage(sid: string, range: Range, signal?: AbortSignal) {
  const { data } = await api.messages.getListByConversationIds({ conversationIds: [sid], ...range }, { signal })
  return data.conversations[0] ?? { conversationSid: sid, items: [], hasNextPage: false, hasPrevPage: false }
}

/** Fetches the newest page first; a refetch covers everything loaded, so that no change is missed. */
export async function fetchThread(
  sid: string,
  loaded: () => Thread | undefined,
  signal?: AbortSignal,
): Promise<Thread> {
  const first = loaded()?.items[0]?.index
  let page = await fetchPage(sid, first === undefined ? {} : { pageSize: REFETCH_PAGE }, signal)
  let items = page.items
  for (let pages = 1; first !== undefined && page.hasPrevPage && pages < REFETCH_PAGES_MAX; pages += 1) {
    const oldest = items[0]?.index ?? 0
    if (oldest <= first) break
    page = await fetchPage(sid, { beforeIndex: oldest, pageSize: REFETCH_PAGE }, signal)
    items = [...page.items, ...items]
  }
  return mergeMessages({ items, hasOlder: page.hasPrevPage }, alreadyHere(items, loaded()))
}

/** Live messages may have arrived while the request was in flight. */
function alreadyHere(items: Message[], loaded: Thread | undefined): Message[] {
  const oldest = items[0]?.index ?? 0
  return loaded?.items.filter(({ index }) => index >= oldest) ?? []
}

export async function fetchOlder(sid: string, thread: Thread): Promise<Thread> {
  const page = await fetchPage(sid, { beforeIndex: thread.items[0]?.index ?? 1 })
  return { items: page.items, hasOlder: page.hasPrevPage }
}

/** Pages are loaded back to a message at most this far, a hundred at a time. */
const BACK_PAGES_MAX = 100

/** The thread with everything from a little before the message of this index on. */
export async function fetchBackTo(sid: string, thread: Thread, index: number): Promise<Thread> {
  let grown = thread
  for (let pages = 0; grown.hasOlder && pages < BACK_PAGES_MAX; pages += 1) {
    const first = grown.items[0]?.index ?? 1
    if (first <= Math.max(1, index - 10)) break
    const page = await fetchPage(sid, { beforeIndex: first, pageSize: REFETCH_PAGE })
    grown = addOlder(grown, { items: page.items, hasOlder: page.hasPrevPage })
  }
  return grown
}

/** All messages after `afterIndex`: fills the hole when an event came with a later index than the next one. */
export async function fetchNewer(sid: string, afterIndex: number): Promise<Message[]> {
  const items: Message[] = []
  let hasNext = true
  while (hasNext) {
    const page = await fetchPage(sid, { afterIndex: items.at(-1)?.index ?? afterIndex, pageSize: REFETCH_PAGE })
    items.push(...page.items)
    hasNext = page.hasNextPage && page.items.length > 0
  }
  return items
}

/** Adds messages in order of their index; of two copies the higher version stays. Same object when nothing changed. */
export function mergeMessages(thread: Thread, messages: readonly Message[]): Thread {
  const bySid = new Map(thread.items.map((message) => [message.sid, message]))
  let isDirty = false
  for (const message of messages) {
    const before = bySid.get(message.sid)
    if (before && before.version >= message.version) continue
    bySid.set(message.sid, message)
    isDirty = true
  }
  return isDirty ? { ...thread, items: [...bySid.values()].sort((a, b) => a.index - b.index) } : thread
}

export const addOlder = (thread: Thread, older: Thread): Thread => ({
  ...mergeMessages(thread, older.items),
  hasOlder: older.hasOlder,
})

/** The index before the first hole, or null when there is none. */
export function findHole({ items }: Thread): number | null {
  for (let at = 1; at < items.length; at += 1) {
    const before = items[at - 1]
    const after = items[at]
    if (before && after && after.index > before.index + 1) return before.index
  }
  return null
}
