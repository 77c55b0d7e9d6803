import type { Conversation } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'
import { phoneText } from '../../lib/phone-text.ts'
import { showToast, UNDO_MS } from '../../ui/toast/toasts.ts'
import { inboxNavigation } from './inbox-navigation.ts'
import { openConversation } from './open-conversation.ts'

/** Reports a change to a conversation, with Undo if possible, which also shows the conversation again. */
export function showUndoToast(
  { sid, friendlyName, phoneNumber }: Pick<Conversation, 'sid' | 'friendlyName' | 'phoneNumber'>,
  title: string,
  undo?: () => Promise<unknown>,
) {
  const run = async () => {
    await undo?.()
    if (openConversation.get() !== sid) inboxNavigation.open(sid)
  }
  showToast({
    id: `undo ${sid}`,
    kind: 'news',
    title,
    text: friendlyName || phoneText(phoneNumber),
    shownMs: UNDO_MS,
    ...(undo && { action: { label: t`Undo`, run: () => void run() } }),
  })
}
