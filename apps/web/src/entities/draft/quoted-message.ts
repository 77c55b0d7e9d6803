import type { Message, Quote } from '@frontdesk/contract/api'
import { QUOTE_MAX } from '@frontdesk/contract/rules'
import { createStore, useStore } from '../../lib/create-store.ts'

const quotes = createStore<ReadonlyMap<string, Quote>>(new Map())

/** The message that the next text of a conversation quotes. */
export const quotedMessage = {
  set: (sid: string, quote: Quote | null) => {
    const next = new Map(quotes.get())
    if (quote) next.set(sid, quote)
    else next.delete(sid)
    quotes.set(next)
  },
}

export const useQuoted = (sid: string): Quote | undefined => useStore(quotes, (bySid) => bySid.get(sid))

export const quoteOf = ({ sid, index, author, body, attributes }: Message): Quote => ({
  sid,
  index,
  author,
  isOutgoingMessage: attributes.isOutgoingMessage,
  text: body.slice(0, QUOTE_MAX),
  isDeleted: false,
})
