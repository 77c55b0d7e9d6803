import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactById } from '../../entities/contact/queries.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import type { Modals } from '../../ui/modal/modals.ts'
import { ContactNotes } from './ContactNotes.tsx'
import { TagsField } from './TagsField.tsx'

type Props = Modals['contact-notes'] & { onClose: () => void }

export function ContactNotesModal({ contact, onClose }: Props) {
  const { t } = useLingui()
  const zone = useTimeZone(contact.locationID)
  return (
    <ModalFrame title={t`Notes about ${contactName(contact)}`} onClose={onClose}>
      <div style={{ display: 'grid', gap: 12 }}>
        <ContactNotes contactId={contact.id} zone={zone} mayEdit />
      </div>
    </ModalFrame>
  )
}

export function ContactTagsModal({ contact, onClose }: Props) {
  const { t } = useLingui()
  const present = useQuery(contactById(contact.id)).data ?? contact
  return (
    <ModalFrame title={t`Tags of ${contactName(contact)}`} onClose={onClose}>
      <TagsField contact={present} sid={null} mayEdit />
    </ModalFrame>
  )
}
