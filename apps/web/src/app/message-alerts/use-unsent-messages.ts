import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openConversation } from '../../entities/conversation/open-conversation.ts'
import { needsWord } from '../../entities/outbox/outbox.ts'
import { outbox } from '../../entities/outbox/send-message.ts'
import { session } from '../../lib/session/session.ts'
import { showToast } from '../../ui/toast/toasts.ts'

const SHOWN_MS = 20_000

/** Shows the author a toast when a message cannot be sent, unless its conversation is open and says so itself. */
export function useUnsentMessages() {
  const navigate = useNavigate()
  useEffect(() => {
    const shownStates = new Map<string, string>()
    const showNew = () => {
      for (const item of outbox.items) {
        const { clientMessageId: id, conversationSid: sid, state, userId } = item
        if (!needsWord(item) || shownStates.get(id) === state || userId !== session.current?.userId) continue
        shownStates.set(id, state)
        if (openConversation.get() === sid) continue
        showToast({
          id,
          kind: 'failure',
          title: t`Your message wasn’t sent`,
          text: item.text.slice(0, 120),
          onOpen: () => void navigate({ to: '/conversations/$sid', params: { sid } }),
          shownMs: SHOWN_MS,
        })
      }
    }
    showNew()
    return outbox.subscribe(showNew)
  }, [navigate])
}
