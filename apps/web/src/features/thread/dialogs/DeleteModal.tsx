import type { Conversation } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { List, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { applyOrForget } from '../../../entities/conversation/assign-conversation.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'

interface Props {
  conversation: Conversation
  what: 'conversation' | 'contact'
  onClose: () => void
  onGone: () => void
}

/** Deleting cannot be undone, so the last four digits of the number are typed to confirm. */
export function DeleteModal({ conversation, what, onClose, onGone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { sid, contact } = conversation
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  const digits = conversation.phoneNumber.slice(-4)
  const form = useApiForm({
    initial: { digits: '' },
    save: async () => {
      if (what === 'contact') await api.contacts.remove({ id: contact.id })
      else await api.conversations.remove({ sid })
      applyOrForget(cache, sid, null)
      onGone()
    },
  })
  return (
    <FormModal
      title={what === 'contact' ? t`Delete ${name}?` : t`Delete this conversation?`}
      submitLabel={what === 'contact' ? t`Delete contact` : t`Delete conversation`}
      isDestructive
      isDisabled={form.values.digits.trim() !== digits}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        {what === 'contact' ? (
          <Trans>This deletes the contact and every conversation with this number for everyone:</Trans>
        ) : (
          <Trans>This deletes the conversation with {name} for everyone. The contact stays.</Trans>
        )}
      </Text>
      <List size="sm" spacing={2}>
        <List.Item>
          <Trans>Its messages, pictures, files, drafts, and notes are gone for good.</Trans>
        </List.Item>
        <List.Item>
          <Trans>An opt-out or a block still applies to the number.</Trans>
        </List.Item>
        <List.Item>
          <Trans>If the number texts you again, that starts a new conversation.</Trans>
        </List.Item>
      </List>
      <TextInput
        label={t`To confirm, type the last four digits of the number: ${digits}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        data-autofocus
        {...form.text('digits')}
      />
    </FormModal>
  )
}
