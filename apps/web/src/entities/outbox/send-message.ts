import { toSid } from '@frontdesk/contract/rules'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorCode, GIVE_UP_MS, isUnreachable } from '../../lib/error-code.ts'
import { session } from '../../lib/session/session.ts'
import { conversationCache } from '../conversation/conversation-cache.ts'
import { drafts } from '../draft/drafts.ts'
import { preferencesQuery } from '../profile/preferences.ts'
import { OUTBOX_KEY, Outbox } from './outbox.ts'

let cache: QueryClient | undefined

/** The outbox of this tab, wired to the API. */
export const outbox = new Outbox({
  send: async (outgoing) => {
    const { conversationSid, text, attachments, clientMessageId, lastSeenIndex, viaSid, quote, translation, canUndo } =
      outgoing
    const input = {
      conversationSid,
      text,
      attachments: attachments.map(({ sid }) => sid),
      clientMessageId,
      lastSeenIndex,
      viaSid,
      quotedSid: quote?.sid,
      translation,
    }
    const isHeld = canUndo ?? (await cache?.ensureQueryData(preferencesQuery))?.undoSend
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    if (isHeld) return { scheduled: (await api.scheduledMessages.create(input, { signal })).data }
    return (await api.messages.send(input, { signal })).data
  },
  cancelSend: async ({ clientMessageId }) => {
    try {
      await api.scheduledMessages.cancel({ sid: toSid('IM', clientMessageId) })
      return true
    } catch (error) {
      if (errorCode(error) === 'ScheduledMessageNotFound') return false
      throw error
    }
  },
  isUnreachable: (error) => isUnreachable(error) || errorCode(error) === 'NotSignedIn',
  codeOf: errorCode,
  onSent: ({ message, conversation }) => {
    if (!cache) return
    conversationCache(cache).takeMessages(conversation.sid, [message])
    conversationCache(cache).take(conversation)
  },
  userId: () => session.current?.userId ?? null,
  now: () => Date.now(),
  storage: localStorage,
  locks: navigator.locks,
})

/** Saves drafts now, because the connection may be back. */
export function resend() {
  outbox.resend()
  drafts.saveAgain()
}

/** Starts sending waiting messages, and resumes whenever the connection is back. */
export function startOutbox(client: QueryClient) {
  cache = client
  const saveDrafts = () => drafts.flushAll()
  const onStorage = (event: StorageEvent) => {
    if (event.key === OUTBOX_KEY) outbox.sync()
  }
  addEventListener('online', resend)
  addEventListener('pagehide', saveDrafts)
  addEventListener('storage', onStorage)
  resend()
  return () => {
    removeEventListener('online', resend)
    removeEventListener('pagehide', saveDrafts)
    removeEventListener('storage', onStorage)
  }
}
