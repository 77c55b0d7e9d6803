import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { DeleteByDigitsModal } from '../../entities/contact/DeleteByDigitsModal.tsx'
import { CONTACTS_KEY } from '../../entities/contact/queries.ts'
import { api } from '../../lib/api.ts'
import type { Modals } from '../../ui/modal/modals.ts'

type Props = Modals['delete-contact'] & { onClose: () => void }

export function DeleteContactModal({ contact, onDeleted, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
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
    />
  )
}
