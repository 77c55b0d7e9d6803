import type { Media, Message } from '@frontdesk/contract/api'
import { dayKey } from '../../../lib/time.ts'

const GROUP_MS = 5 * 60_000

/** A message with the layout that depends on its neighbors. */
export interface MessageRow {
  message: Message
  /** The first of its day. */
  opensDay: boolean
  /** The first and last of consecutive messages of one author. */
  opensGroup: boolean
  closesGroup: boolean
  /** The latest merge of a conversation; an earlier one has been undone since. */
  isLatestMerge: boolean
}

const isSameGroup = (a: Message, b: Message) =>
  a.attributes.isOutgoingMessage === b.attributes.isOutgoingMessage &&
  a.attributes.type === b.attributes.type &&
  a.author === b.author &&
  a.conversationSid === b.conversationSid &&
  a.viaSid === b.viaSid &&
  Math.abs(Date.parse(b.dateCreated) - Date.parse(a.dateCreated)) < GROUP_MS

export function toRows(messages: readonly Message[]): MessageRow[] {
  const days = messages.map(({ dateCreated }) => dayKey(dateCreated))
  const joins = (at: number) => {
    const [before, message] = [messages[at - 1], messages[at]]
    return before !== undefined && message !== undefined && days[at] === days[at - 1] && isSameGroup(before, message)
  }
  const merges = new Map<string, Message>()
  for (const message of messages) {
    const { attributes } = message
    if (attributes.type !== 'update' || attributes.update.kind !== 'merged') continue
    if (attributes.update.mergedSid) merges.set(attributes.update.mergedSid, message)
  }
  const latestMerges = new Set(merges.values())
  return messages.map((message, at) => ({
    message,
    opensDay: days[at] !== days[at - 1],
    opensGroup: !joins(at),
    closesGroup: !joins(at + 1),
    isLatestMerge: latestMerges.has(message),
  }))
}

/** The pictures of the lightbox. */
export const picturesOf = (messages: readonly Message[]): Media[] =>
  messages.flatMap(({ attachedMedia }) =>
    attachedMedia.filter(({ contentType, url }) => url !== null && contentType.startsWith('image/')),
  )
