import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteByDigitsModal } from '../../../entities/contact/DeleteByDigitsModal.tsx'
import { applyOrForget } from '../../../entities/conversation/assign-conversation.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'

interface Props {
  conversation: Conversation
  what: 'conversation' | 'contact'
  onClose: () => void
  onGone: () => void
}

export function DeleteModal({ conversation, what, onClose, onGone }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { sid, contact } = conversation
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  const isContact = what === 'contact'
  return (
    <DeleteByDigitsModal
      title={isContact ? t`Delete ${name}?` : t`Delete this conversation?`}
      text={
        isContact
          ? t`This deletes the contact and every conversation with this number for everyone:`
          : t`This deletes the conversation with ${name} for everyone. The contact stays.`
      }
      submitLabel={isContact ? t`Delete contact` : t`Delete conversation`}
      phone={conversation.phoneNumber}
      act={async () => {
        if (isContact) await api.contacts.remove({ id: contact.id })
        else await api.conversations.remove({ sid })
        applyOrForget(cache, sid, null)
        onGone()
      }}
      onClose={onClose}
    />
  )
}
