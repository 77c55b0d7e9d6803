import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOwnName } from '../../../entities/contact/apply-contact-change.ts'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

/** What the team calls a conversation. */
export function RenameModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const contact = conversation.contact.name || phoneText(conversation.phoneNumber)
  const [friendlyName, setFriendlyName] = useState(isOwnName(conversation) ? conversation.friendlyName : '')
  const save = async () => {
    const { data } = await api.conversations.updateFriendlyName({ sid: conversation.sid, friendlyName })
    conversationCache(cache).take(data)
  }
  return (
    <FormModal title={t`Rename conversation`} submitLabel={t`Rename`} save={save} onClose={onClose}>
      <TextInput
        label={t`Conversation name`}
        description={t`Only your team sees this. Leave it empty to use the contact’s name, ${contact}.`}
        placeholder={contact}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        dir="auto"
        value={friendlyName}
        onChange={(event) => setFriendlyName(event.currentTarget.value)}
      />
    </FormModal>
  )
}
