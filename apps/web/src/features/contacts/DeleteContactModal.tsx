import { Plural, useLingui } from '@lingui/react/macro'
import { List } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { DeleteByDigitsModal } from '../../entities/contact/DeleteByDigitsModal.tsx'
import { CONTACTS_KEY, contactSummary } from '../../entities/contact/queries.ts'
import { api } from '../../lib/api.ts'
import type { Modals } from '../../ui/modal/modals.ts'

type Props = Modals['delete-contact'] & { onClose: () => void }

export function DeleteContactModal({ contact, onDeleted, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  // Under a key of its own, because what is under that of contacts is refetched once this one is gone.
  const summary = useQuery({ queryKey: ['delete-contact', contact.id], queryFn: contactSummary(contact.id).queryFn })
  const scheduled = summary.data?.scheduledMessages ?? 0
  return (
    <DeleteByDigitsModal
      title={t`Delete ${contactName(contact)}?`}
      text={t`This deletes the contact and every conversation with this number for everyone:`}
      submitLabel={t`Delete contact`}
      phone={contact.phone}
      act={async () => {
        await api.contacts.remove({ id: contact.id })
        onDeleted?.()
        await cache.invalidateQueries({ queryKey: CONTACTS_KEY })
      }}
      onClose={onClose}
    >
      {scheduled > 0 && (
        <List.Item>
          <Plural
            value={scheduled}
            one="# scheduled message will be canceled."
            other="# scheduled messages will be canceled."
          />
        </List.Item>
      )}
    </DeleteByDigitsModal>
  )
}
