import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { isOwnName } from '../../../entities/contact/apply-contact-change.ts'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'

interface Props {
  conversation: Conversation
  onClose: () => void
}

/** Changes the team's name for a conversation. */
export function RenameModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const contact = conversation.contact.name || phoneText(conversation.phoneNumber)
  const form = useApiForm({
    initial: { friendlyName: isOwnName(conversation) ? conversation.friendlyName : '' },
    save: async (values) => {
      const { data } = await api.conversations.updateFriendlyName({ sid: conversation.sid, ...values })
      conversationCache(cache).take(data)
    },
  })
  return (
    <FormModal title={t`Rename conversation`} submitLabel={t`Rename`} form={form} onClose={onClose}>
      <TextInput
        label={t`Conversation name`}
        description={t`Only your team sees this. Leave it empty to use the contact’s name, ${contact}.`}
        placeholder={contact}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        dir="auto"
        {...form.text('friendlyName')}
      />
    </FormModal>
  )
}
