import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/server-time.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { preferencesQuery } from '../profile/preferences.ts'
import { conversationCache } from './conversation-cache.ts'
import { inboxNavigation } from './inbox-navigation.ts'
import { openConversation } from './open-conversation.ts'
import { showUndoToast } from './undo-toast.ts'

type Answer = Promise<{ data: Conversation }>

/** Actions on a whole conversation. Actions that are easily triggered by accident can be undone from a toast. */
export function useConversationActions(sid: string) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()

  const take = async (answer: Answer) => {
    const { data } = await answer
    conversationCache(cache).take(data)
    return data
  }

  /** Ends the work on a conversation for now: can be undone, and opens the next one. */
  const finish = async (answer: Answer, title: string, undo: () => Promise<unknown>) => {
    // Before the response removes the conversation from the list.
    const next = inboxNavigation.nextTo(sid)
    const after = await take(answer)
    showUndoToast(after, title, () => undo().catch(showFailure))
    const opensNext = cache.getQueryData(preferencesQuery.queryKey)?.opensNext ?? true
    if (opensNext && next !== undefined && openConversation.get() === sid) inboxNavigation.open(next)
  }

  const reopen = () => take(api.conversations.open({ sid }))
  /** Restores the wait or snooze that closing or "no reply needed" ended. */
  const restoreAttention = async ({ attributes }: Conversation) => {
    const { needsAnswerSince, isSnoozed, snoozedUntil } = attributes
    if (needsAnswerSince) await take(api.attention.waiting({ sid, since: needsAnswerSince }))
    const isOver = snoozedUntil !== null && Date.parse(snoozedUntil) <= serverNow()
    if (isSnoozed && !isOver) await take(api.attention.snooze({ sid, until: snoozedUntil }))
  }

  const close = (before: Conversation) =>
    finish(api.conversations.close({ sid }), t`Conversation closed`, async () => {
      await reopen()
      await restoreAttention(before)
    })
  const markHandled = (before: Conversation) =>
    finish(api.attention.handled({ sid }), t`No reply needed`, () => restoreAttention(before))
  const unsnooze = () => take(api.attention.unsnooze({ sid }))
  const setBlocked = (isBlocked: boolean, phoneNumbers: string[]) =>
    take(api.conversations[isBlocked ? 'block' : 'unblock']({ sid, phoneNumbers }))

  return {
    toggleClosed: (conversation: Conversation): Promise<unknown> =>
      (conversation.attributes.isClosed ? reopen() : close(conversation)).catch(showFailure),
    markHandled: (conversation: Conversation) => markHandled(conversation).catch(showFailure),
    unsnooze: () => unsnooze().catch(showFailure),
    /** The dialog shows the failure. */
    snooze: (until: string | null) => finish(api.attention.snooze({ sid, until }), t`Conversation snoozed`, unsnooze),
    block: async (phoneNumbers: string[]) => {
      const after = await setBlocked(true, phoneNumbers)
      showUndoToast(after, phoneNumbers.length > 1 ? t`Numbers blocked` : t`Number blocked`, () =>
        setBlocked(false, phoneNumbers).catch(showFailure),
      )
    },
    unblock: (phoneNumbers: string[]) => setBlocked(false, phoneNumbers),
  }
}
