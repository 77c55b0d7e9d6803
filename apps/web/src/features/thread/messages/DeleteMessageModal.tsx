import type { Message } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Blockquote, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { api } from '../../../lib/api.ts'
import { ConfirmModal } from '../../../ui/modal/ConfirmModal.tsx'

interface Props {
  message: Message
  onClose: () => void
}

/** Says what deleting a message can and cannot do. */
export function DeleteMessageModal({ message, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const isNote = message.attributes.type === 'note'
  const remove = async () => {
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
    <ConfirmModal
      title={isNote ? t`Delete this note?` : t`Delete this message?`}
      confirmLabel={isNote ? t`Delete note` : t`Delete message`}
      text={
        <Stack gap="sm">
          {message.body !== '' && (
            <Blockquote p="xs" m={0} color="gray">
              <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                {message.body}
              </Text>
            </Blockquote>
          )}
          <div>
            <Consequences message={message} isNote={isNote} />
          </div>
        </Stack>
      }
      act={remove}
      onClose={onClose}
    />
  )
}

function Consequences({ message, isNote }: { message: Message; isNote: boolean }) {
  if (isNote)
    return <Trans>This deletes the note for your whole team. The conversation will show that a note was deleted.</Trans>
  if (!message.attributes.isOutgoingMessage) {
    return (
      <Trans>
        This deletes its text and files for your whole team, including from search. The conversation will show that a
        message was deleted.
      </Trans>
    )
  }
  if (message.deliveryStatus === 'queued') {
    return <Trans>It hasn’t been sent yet. Deleting it cancels it.</Trans>
  }
  if (message.deliveryStatus === 'sending' || message.deliveryStatus === 'unknown') {
    return (
      <Trans>
        It’s already on its way and can’t be recalled. This only deletes it here, for your whole team; the contact may
        still get it.
      </Trans>
    )
  }
  return (
    <Trans>
      This only deletes it here, for your whole team. Texts can’t be recalled: the contact keeps what they received.
    </Trans>
  )
}
