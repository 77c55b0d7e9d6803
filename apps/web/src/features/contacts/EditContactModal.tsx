import type { ContactField } from '@frontdesk/contract/api'
import { birthDateParts } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { contactById } from '../../entities/contact/queries.ts'
import { fieldChanges, fieldRule } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { api } from '../../lib/api.ts'
import { languageOptions } from '../../lib/language-name.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'
import { birthDateOf, ContactFields, type ContactValues, contactRules } from './ContactFields.tsx'

type Props = Modals['edit-contact'] & { onClose: () => void }

/** Edits a contact; `sid` is the conversation it was opened from. */
export function EditContactModal(props: Props) {
  const fields = useContactFields()
  const { data: present } = useQuery({ ...contactById(props.contact.id), enabled: fields.length > 0 })
  // A conversation comes without the custom fields of its contact.
  if (fields.length > 0 && !present) return null
  return <EditContactForm {...props} fields={fields} saved={present?.custom ?? {}} />
}

interface FormProps extends Props {
  fields: readonly ContactField[]
  /** Values of the custom fields. */
  saved: Readonly<Record<string, string>>
}

function EditContactForm({ contact, sid, onClose, fields, saved }: FormProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { id } = contact
  const form = useApiForm<ContactValues & { language: string }>({
    initial: {
      name: contact.name,
      email: contact.email ?? '',
      birth: birthDateParts(contact.birthDate),
      language: contact.language ?? '',
      locationID: contact.locationID,
      labels: contact.labels,
      tags: contact.tags,
      custom: saved,
    },
    rules: { ...contactRules, custom: fieldRule(fields, saved) },
    // Sends edited fields only, because teammates may have changed others in the meantime.
    save: async (_values, { name, email, birth, language, locationID, labels, tags, custom }) => {
      const show = (saved: Parameters<typeof applyContactChange>[1]) => applyContactChange(cache, saved, sid)
      if ([name, email, birth, language, custom].some((change) => change !== undefined)) {
        show(
          await api.contacts.update({
            id,
            name,
            email: email === undefined ? undefined : email.trim() || null,
            birthDate: birth && birthDateOf(birth),
            language: language === undefined ? undefined : language || null,
            custom: custom && fieldChanges(saved, custom),
          }),
        )
      }
      if (labels) show(await api.contacts.updateLabels({ id, labels }))
      if (tags) show(await api.contacts.updateTags({ id, tags }))
      if (locationID) await api.contacts.updateLocationList({ contactIDs: [id], locationID })
    },
  })
  return (
    <FormModal title={t`Edit contact`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <ContactFields
        form={form}
        saved={saved}
        phone={
          <TextInput
            label={t`Phone number`}
            description={t`To text another number, start a new conversation.`}
            value={phoneText(contact.phone)}
            readOnly
          />
        }
      />
      <NativeSelect
        label={t`Language`}
        {...form.text('language')}
        data={[{ value: '', label: t`Detect automatically` }, ...languageOptions(contact.language)]}
      />
    </FormModal>
  )
}
