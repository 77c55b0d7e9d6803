import type { Message } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Blockquote, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { conversationCache } from './conversation-cache.ts'

interface Props {
  message: Message
  onClose: () => void
}

/** Spec section 2, "delete chat message": says what deleting can and cannot do. */
export function DeleteMessageModal({ message, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const isNote = message.attributes.type === 'note'
  const save = async () => {
    const conversations = conversationCache(cache)
    if (isNote) {
      const { data } = await api.notes.removeFromConversation({ sid: message.sid })
      return conversations.takeMessages(message.conversationSid, [data])
    }
    const { data } = await api.messages.remove({ sid: message.sid })
    conversations.takeMessages(message.conversationSid, [data.message])
    conversations.take(data.conversation)
  }
  return (
    <FormModal
      title={isNote ? t`Delete this note?` : t`Delete this message?`}
      submitLabel={isNote ? t`Delete note` : t`Delete message`}
      isDestructive
      save={save}
      onClose={onClose}
    >
      {message.body !== '' && (
        <Blockquote p="xs" m={0} color="gray">
          <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {message.body}
          </Text>
        </Blockquote>
      )}
      <Text size="sm">
        <Consequences message={message} isNote={isNote} />
      </Text>
    </FormModal>
  )
}

function Consequences({ message, isNote }: { message: Message; isNote: boolean }) {
  if (isNote) return <Trans>It disappears for the whole team. A line says that there was a note.</Trans>
  if (!message.attributes.isOutgoingMessage) {
    return (
      <Trans>
        Its text and files disappear for the whole team, from the search as well. A line says that there was a message.
      </Trans>
    )
  }
  if (message.deliveryStatus === 'queued') {
    return <Trans>It has not gone out yet: deleting it now cancels it.</Trans>
  }
  if (message.deliveryStatus === 'sending' || message.deliveryStatus === 'unknown') {
    return (
      <Trans>
        It is on its way and cannot be called back. It only disappears here, for the whole team; the contact may still
        get it.
      </Trans>
    )
  }
  return (
    <Trans>
      It only disappears here, for the whole team. A text cannot be called back: what the contact got, they keep.
    </Trans>
  )
}
