import { errorText } from '../../lib/error-texts.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { composerFocus } from '../draft/composer-focus.ts'
import { drafts } from '../draft/drafts.ts'
import { quotedMessage } from '../draft/quoted-message.ts'
import type { Outgoing } from './outbox.ts'
import { outbox } from './send-message.ts'

/** Returns a message's text and files to the composer, before its current content. */
export function writeAgain({ conversationSid, text: sent, translation, attachments, quote }: Outgoing) {
  const text = translation?.text ?? sent
  const before = drafts.get(conversationSid).text
  drafts.write(conversationSid, before === '' ? text : `${text}\n${before}`)
  drafts.addStored(conversationSid, attachments)
  if (quote) quotedMessage.set(conversationSid, quote)
}

export async function undoSend({ clientMessageId, conversationSid }: Outgoing) {
  try {
    const undone = await outbox.undo(clientMessageId)
    if (undone) writeAgain(undone)
  } catch (error) {
    showToast({ id: clientMessageId, title: errorText(error), text: '', kind: 'failure' })
  }
  composerFocus.request(conversationSid)
}

/** Undoes sending the last message of a conversation that still can be; returns whether there was one. */
export function undoLast(conversationSid: string): boolean {
  const last = outbox.items.findLast((item) => item.conversationSid === conversationSid && item.state === 'undoable')
  if (last) void undoSend(last)
  return last !== undefined
}
