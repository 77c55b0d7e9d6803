import type { BulkAction, Conversation, EventOf, Message } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { bulkActionsQuery, putBulkAction } from '../../entities/bulk-action/queries.ts'
import { ACTIVITY_KEYS } from '../../entities/contact/queries.ts'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { conversationKeys } from '../../entities/conversation/queries.ts'
import { typingTeammates } from '../../entities/conversation/typing-teammates.ts'
import { drafts } from '../../entities/draft/drafts.ts'
import { takeScheduled } from '../../entities/message/scheduled-messages.ts'
import { outbox } from '../../entities/outbox/send-message.ts'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { session } from '../../lib/session/session.ts'

type Heard =
  | 'message.created'
  | 'message.changed'
  | 'conversation.changed'
  | 'conversation.gone'
  | 'thread.renumbered'
  | 'conversations.changed'
  | 'scheduled-message.changed'
  | 'bulk-action.changed'
  | 'draft.changed'
  | 'unread-mark.changed'
  | 'contact.note-changed'
  | 'typing'

/** Inbound and outbound messages just created, reported once they are in the cache. */
export type OnMessages = (events: readonly EventOf<'message.created'>[]) => void

/** A message failed, or a failed one was retried, dismissed or deleted. */
function changesUndelivered({ deliveryStatus, version, attributes }: Message): boolean {
  if (attributes.type === 'update') return attributes.update.kind === 'message-deleted'
  return deliveryStatus === 'failed' || deliveryStatus === 'undelivered' || (deliveryStatus === 'queued' && version > 1)
}

/** Event handlers for conversations and messages: changes are collected for a frame, then written at once. */
export function conversationEvents(
  cache: QueryClient,
  onMessages: OnMessages,
): RealtimeFeature<Heard> & { connected: () => void } {
  const conversations = conversationCache(cache)
  let changed = new Map<string, Conversation>()
  let gone = new Set<string>()
  let messages = new Map<string, Message[]>()
  let created: EventOf<'message.created'>[] = []
  let renumbered = new Set<string>()
  let hasNotes = false
  let hasActivity = false
  let hasFailures = false

  const takeConversation = (conversation: Conversation) => {
    hasActivity = true
    const newest = conversationVersions.remember(conversation)
    if (conversationVersions.isGone(newest.sid)) return
    changed.set(newest.sid, newest)
    gone.delete(newest.sid)
  }
  const takeMessage = (message: Message) => {
    const { attributes } = message
    if (changesUndelivered(message)) hasFailures = true
    if (attributes.type === 'note') hasNotes = true
    if (attributes.type === 'update' && attributes.update.kind === 'note-deleted') hasNotes = true
    const others = messages.get(message.conversationSid)
    if (others) others.push(message)
    else messages.set(message.conversationSid, [message])
  }

  return {
    handlers: {
      'message.created': (event) => {
        takeConversation(event.conversation)
        takeMessage(event.message)
        created.push(event)
        // The signal that its author stopped typing is a separate request, which may arrive later or get lost.
        const { conversationSid, authorUserID } = event.message
        if (authorUserID) typingTeammates.stop(conversationSid, authorUserID)
      },
      'message.changed': ({ message }) => takeMessage(message),
      'conversation.changed': ({ conversation }) => takeConversation(conversation),
      'conversation.gone': ({ sid, version }) => {
        hasActivity = true
        conversationVersions.forget(sid, version)
        changed.delete(sid)
        messages.delete(sid)
        gone.add(sid)
      },
      'thread.renumbered': ({ sid }) => {
        messages.delete(sid)
        renumbered.add(sid)
      },
      'conversations.changed': () => conversations.reload(),
      'scheduled-message.changed': ({ scheduledMessage }) => {
        takeScheduled(cache, scheduledMessage)
        outbox.closeUndo(scheduledMessage)
      },
      'bulk-action.changed': ({ action }) =>
        cache.setQueryData<BulkAction[]>(bulkActionsQuery.queryKey, (before) => putBulkAction(before, action)),
      'unread-mark.changed': ({ conversationSid, isMarkedUnread }) => {
        const conversation = conversationVersions.patch(conversationSid, (before) => ({
          ...before,
          attributes: { ...before.attributes, isMarkedUnread },
        }))
        if (conversation) changed.set(conversationSid, conversation)
        conversations.refetchThrottled(conversationKeys.stats)
      },
      'draft.changed': ({ id, conversationSid, messageDraft }) => {
        drafts.takeFromServer(conversationSid, messageDraft, id)
        const userID = session.current?.userId
        if (!userID) return
        const conversation = conversationVersions.patch(conversationSid, (before) => ({
          ...before,
          attributes: { ...before.attributes, drafts: messageDraft === '' ? [] : [{ userID, messageDraft }] },
        }))
        if (conversation) changed.set(conversationSid, conversation)
      },
      'contact.note-changed': () => {
        hasNotes = true
      },
      typing: ({ conversationSid, userID, displayName, isTyping }) => {
        if (userID === session.current?.userId) return
        if (isTyping) typingTeammates.start(conversationSid, userID, displayName)
        else typingTeammates.stop(conversationSid, userID)
      },
    },

    flush: () => {
      const batch = { changed: [...changed.values()], gone: [...gone], messages, created }
      changed = new Map()
      gone = new Set()
      messages = new Map()
      created = []

      conversations.apply(batch)
      for (const sid of renumbered) conversations.renumber(sid)
      renumbered = new Set()
      if (hasActivity || hasNotes) for (const key of ACTIVITY_KEYS) conversations.refetchThrottled(key)
      hasActivity = false
      if (hasNotes) void cache.invalidateQueries({ queryKey: conversationKeys.notes })
      hasNotes = false
      if (hasFailures) conversations.refetchThrottled(conversationKeys.undelivered)
      hasFailures = false
      const settled = new Set<string>()
      for (const [sid, items] of batch.messages) {
        conversations.takeMessages(sid, items)
        for (const message of items) settled.add(message.sid)
        if (items.some(({ attachedMedia }) => attachedMedia.length > 0))
          conversations.refetchThrottled(conversationKeys.mediaOfContact)
      }
      if (batch.messages.size > 0) conversations.refetchThrottled(conversationKeys.timelines)
      if (settled.size > 0) outbox.settle(settled)
      if (batch.created.length > 0) onMessages(batch.created)
    },

    reload: () => {
      conversations.reload()
      void cache.invalidateQueries({ queryKey: ['scheduled-messages'] })
      void cache.invalidateQueries({ queryKey: ['send-preview'] })
      for (const part of [...conversationKeys.notes, 'conversation-media', 'conversation-activities'])
        void cache.invalidateQueries({ queryKey: [part] })
      void cache.invalidateQueries({ queryKey: bulkActionsQuery.queryKey })
    },
    /** Progress is not in the event log, so it is fetched after a reconnect. */
    connected: () => void cache.invalidateQueries({ queryKey: bulkActionsQuery.queryKey }),
  }
}
