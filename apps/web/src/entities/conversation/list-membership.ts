import type { Conversation, ListFilter } from '@frontdesk/contract/api'
import type { ConversationPages } from './queries.ts'

type Belongs = 'yes' | 'no' | 'only the server knows'

/** Whether a conversation belongs in a filtered list. Only the server can match names. */
function belongs(conversation: Conversation, filter: ListFilter, openSid: string | null): Belongs {
  const { isClosed, isSnoozed, needsAnswerSince, locationID, unreadMessages, toUserID, folder, statusKey } =
    conversation.attributes
  if (filter.openCloseState !== 'all' && isClosed !== filter.isClosed) return 'no'
  const isSearch = filter.searchName || filter.searchPhoneNumber
  if (isSnoozed !== (filter.isSnoozed ?? false) && !(isSearch && filter.isSnoozed === undefined)) return 'no'
  if (filter.needsAnswer && needsAnswerSince === null) return 'no'
  if (filter.locationIDs && !filter.locationIDs.includes(locationID)) return 'no'
  if (filter.folderKeys && !filter.folderKeys.includes(folder)) return 'no'
  if (filter.statusKeys && !(statusKey !== null && filter.statusKeys.includes(statusKey))) return 'no'
  if (filter.labels && !filter.labels.some((label) => conversation.contact.labels.includes(label))) return 'no'
  if (filter.hasScheduledMessages && conversation.attributes.nextScheduledMessageDate === null) return 'no'
  if (!isHeldByOneOf(toUserID, filter)) return 'no'
  if (!isWithin(conversation.attributes.latestMessageDateUTC, filter)) return 'no'
  // Keep the open conversation, which would vanish from the unread list while it is being read.
  const isUnread = unreadMessages > 0 || conversation.attributes.isMarkedUnread === true
  if (filter.hasUnreadMessages && !isUnread && conversation.sid !== openSid) return 'no'
  if (filter.searchName || filter.searchPhoneNumber || filter.sources) return 'only the server knows'
  return 'yes'
}

const isHeldByOneOf = (toUserID: string | null, { toUserIDs, isUnassigned }: ListFilter) => {
  if (!toUserIDs && !isUnassigned) return true
  return toUserID === null ? isUnassigned === true : (toUserIDs?.includes(toUserID) ?? false)
}

/** Instants of different precision do not compare as text. */
function isWithin(date: string | null, { startDateTimeUTC, endDateTimeUTC }: ListFilter): boolean {
  if (!startDateTimeUTC && !endDateTimeUTC) return true
  if (date === null) return false
  const at = Date.parse(date)
  return (
    (!startDateTimeUTC || at >= Date.parse(startDateTimeUTC)) && (!endDateTimeUTC || at < Date.parse(endDateTimeUTC))
  )
}

const date = ({ attributes }: Conversation) => attributes.latestMessageDateUTC ?? ''

/** Newest first, then by sid, so that the order is stable. */
function byNewest(a: Conversation, b: Conversation): number {
  return date(a) < date(b) ? 1 : date(a) > date(b) ? -1 : a.sid < b.sid ? 1 : a.sid > b.sid ? -1 : 0
}

const waitingSince = ({ attributes }: Conversation) => attributes.needsAnswerSince ?? ''

/** The latest wait first, as in the order by newest message. */
function byWaiting(a: Conversation, b: Conversation): number {
  const [one, other] = [a, b].map((each) => `${waitingSince(each)} ${each.sid}`) as [string, string]
  return one < other ? 1 : one > other ? -1 : 0
}

function orderOf({ orderBy, orderByDesc }: ListFilter) {
  const descending = orderBy === 'needsAnswerSince' ? byWaiting : byNewest
  return orderByDesc === false ? (a: Conversation, b: Conversation) => descending(b, a) : descending
}

export interface ListChanges {
  changed: readonly Conversation[]
  gone: readonly string[]
}

interface Applied {
  pages: ConversationPages
  /** Some changes can only be decided by the server. */
  askServer: boolean
}

/**
 * Moves, inserts, replaces and removes conversations in a cached list. Returns the same object when nothing changed.
 */
export function applyToList(
  pages: ConversationPages,
  filter: ListFilter,
  { changed, gone }: ListChanges,
  openSid: string | null,
): Applied {
  const listed = new Map<string, Conversation>()
  for (const page of pages.pages) for (const entry of page.conversations) listed.set(entry.sid, entry)
  const hasMore = pages.pages.at(-1)?.paging.nextCursor != null
  const last = [...listed.values()].at(-1)
  const inOrder = orderOf(filter)
  let askServer = false
  let isDirty = false
  let isReordered = false

  for (const sid of gone) isDirty = listed.delete(sid) || isDirty

  for (const conversation of changed) {
    const before = listed.get(conversation.sid)
    if (before && (before === conversation || before.version > conversation.version)) continue
    const verdict = belongs(conversation, filter, openSid)

    if (verdict === 'no') {
      isDirty = listed.delete(conversation.sid) || isDirty
    } else if (before) {
      listed.set(conversation.sid, conversation)
      isDirty = true
      isReordered ||= inOrder(before, conversation) !== 0
    } else if (verdict === 'only the server knows') {
      askServer = true
    } else if (!hasMore || !last || inOrder(conversation, last) < 0) {
      listed.set(conversation.sid, conversation)
      isDirty = true
      isReordered = true
    }
  }
  if (!isDirty) return { pages, askServer }

  const entries = [...listed.values()]
  return { pages: refill(pages, isReordered ? entries.sort(inOrder) : entries), askServer }
}

/** Pages are fetched by cursor, not by offset, so the first may grow without moving the others. */
function refill(pages: ConversationPages, entries: Conversation[]): ConversationPages {
  const sizes = pages.pages.slice(1).map((page) => page.conversations.length)
  const rest = sizes.reduce((sum, size) => sum + size, 0)
  let from = Math.max(entries.length - rest, 0)
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const start = index === 0 ? 0 : from
      const end = index === 0 ? from : start + (sizes[index - 1] ?? 0)
      if (index > 0) from = end
      return { ...page, conversations: entries.slice(start, end) }
    }),
  }
}

/** The entries of a list in order, each once. */
export function entriesOf(pages: ConversationPages | undefined): Conversation[] {
  const bySid = new Map<string, Conversation>()
  for (const page of pages?.pages ?? []) {
    for (const conversation of page.conversations) {
      const before = bySid.get(conversation.sid)
      if (!before || before.version < conversation.version) bySid.set(conversation.sid, conversation)
    }
  }
  return [...bySid.values()]
}
