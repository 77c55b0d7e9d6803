import { type Message, QUOTE_MAX, type Quote } from '@frontdesk/contract'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const quoted = new Map<string, Quote>()

/** Which message the next text of a conversation answers. */
export const quotedMessage = {
  set: (sid: string, quote: Quote | null) => {
    if (quote) quoted.set(sid, quote)
    else quoted.delete(sid)
    for (const listener of listeners) listener()
  },
}

export const useQuoted = (sid: string): Quote | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => quoted.get(sid),
  )

export const quoteOf = ({ sid, index, author, body, attributes }: Message): Quote => ({
  sid,
  index,
  author,
  isOutgoingMessage: attributes.isOutgoingMessage,
  text: body.slice(0, QUOTE_MAX),
  isDeleted: false,
})
