import type { Contact, ContactChanges, ContactField } from '@frontdesk/contract/api'
import { birthDateParts, CONTACT_TAX_EXEMPTION_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { ConflictNote } from '../../entities/contact/ConflictNote.tsx'
import { conflictOf, conflictText } from '../../entities/contact/contact-edits.ts'
import { listChange } from '../../entities/contact/list-change.ts'
import { contactById } from '../../entities/contact/queries.ts'
import { fieldChanges, fieldRule } from '../../entities/contact-field/field-text.ts'
import { contactFieldsQuery, useContactFields } from '../../entities/contact-field/queries.ts'
import { useManagedKinds } from '../../entities/payment/use-managed-kinds.ts'
import { api } from '../../lib/api.ts'
import { languageOptions } from '../../lib/language-name.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import type { DialogContact, Modals } from '../../ui/modal/modals.ts'
import { FailedState } from '../../ui/state/FailedState.tsx'
import { birthDateOf, ContactFields, type ContactValues, contactRules } from './ContactFields.tsx'

type EditValues = ContactValues & { language: string; taxExemption: string }

const valuesOf = (contact: EditedContact): Omit<EditValues, 'custom'> => ({
  name: contact.name,
  email: contact.email ?? '',
  birth: birthDateParts(contact.birthDate),
  language: contact.language ?? '',
  taxExemption: contact.taxExemption ?? '',
  locationID: contact.locationID,
  labels: contact.labels,
  tags: contact.tags,
})

/** A conversation comes without the tax exemption and the custom fields of its contact. */
type EditedContact = DialogContact & Pick<Contact, 'taxExemption'>

type Props = Modals['edit-contact'] & { onClose: () => void }

/** Edits a contact; `sid` is the conversation it was opened from. */
export function EditContactModal(props: Props) {
  const { t } = useLingui()
  const fields = useContactFields()
  const present = useQuery(contactById(props.contact.id))
  const definitions = useQuery(contactFieldsQuery)
  // Without either, fields would look empty and be saved empty.
  const failed = [present, definitions].find(({ data, error }) => data === undefined && error)
  if (failed) {
    return (
      <ModalFrame title={t`Edit contact`} onClose={props.onClose}>
        <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
      </ModalFrame>
    )
  }
  if (!present.data || !definitions.data) return null
  const { taxExemption, custom } = present.data
  return <EditContactForm {...props} contact={{ ...props.contact, taxExemption }} fields={fields} saved={custom} />
}

interface FormProps extends Props {
  contact: EditedContact
  fields: readonly ContactField[]
  /** Values of the custom fields. */
  saved: Readonly<Record<string, string>>
}

function EditContactForm({ contact, sid, onClose, fields, saved }: FormProps) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const managed = useManagedKinds()
  const { id } = contact
  /** The values that the edits are based on, including changes by teammates after a conflict. */
  const [base, setBase] = useState(contact)
  /** Values of the custom fields at first; what differs from them was edited here. */
  const [custom] = useState(saved)
  const [presentCustom, setPresentCustom] = useState(saved)
  const [conflict, setConflict] = useState<ContactChanges | null>(null)
  const [open, setOpen] = useState<string[]>([])
  const form = useApiForm<EditValues>({
    initial: { ...valuesOf(contact), custom },
    rules: { ...contactRules, custom: fieldRule(fields, custom) },
    // Sends edited fields only, because teammates may have changed others in the meantime.
    save: async (_values, { name, email, birth, language, taxExemption, locationID, labels, tags, custom: edited }) => {
      const show = (saved: Parameters<typeof applyContactChange>[1]) => applyContactChange(cache, saved, sid)
      if ([name, email, birth, language, taxExemption, edited].some((change) => change !== undefined)) {
        show(
          await api.contacts.update({
            id,
            name,
            email: email === undefined ? undefined : email.trim() || null,
            birthDate: birth && birthDateOf(birth),
            language: language === undefined ? undefined : language || null,
            taxExemption: taxExemption === undefined ? undefined : taxExemption.trim() || null,
            custom: edited && fieldChanges(custom, edited),
            expected: {
              name: base.name,
              email: base.email,
              birthDate: base.birthDate,
              language: base.language,
              taxExemption: base.taxExemption,
              custom: Object.fromEntries(fields.map((field) => [field.id, presentCustom[field.id] ?? null])),
            },
          }),
        )
      }
      if (labels) show(await api.contacts.updateLabels({ id, ...listChange(base.labels, labels) }))
      if (tags) show(await api.contacts.updateTags({ id, ...listChange(base.tags, tags) }))
      if (locationID) await api.contacts.updateLocationList({ contactIDs: [id], locationID })
    },
    onConflict: (error) => {
      const changes = conflictOf(error)
      if (!changes) return undefined
      // Labels and tags are changed by additions and removals, so those of the form stay based on what it showed.
      const { name, email, birthDate, language, taxExemption } = changes.contact
      const present = { ...base, name, email, birthDate, language, taxExemption }
      setBase(present)
      setPresentCustom(changes.contact.custom)
      setConflict(changes)
      setOpen(changes.changes.map(({ field }) => field))
      return { ...valuesOf(present), labels: base.labels, tags: base.tags, custom }
    },
  })
  const settle = (field: string) => setOpen((names) => names.filter((each) => each !== field))
  const keepTheirs = (field: string) => {
    const { name, email, birth, language, taxExemption } = valuesOf(base)
    const texts: Record<string, Partial<EditValues>> = {
      name: { name },
      email: { email },
      birthDate: { birth },
      language: { language },
      taxExemption: { taxExemption },
    }
    form.merge((now) => texts[field] ?? { custom: { ...now.custom, [field]: presentCustom[field] ?? '' } })
    settle(field)
  }
  return (
    <FormModal
      title={t`Edit contact`}
      submitLabel={t`Save`}
      // The notes below say what changed.
      form={{ ...form, error: conflictOf(form.error) ? null : form.error }}
      isDisabled={open.length > 0}
      onClose={onClose}
      notice={
        conflict &&
        open.length > 0 &&
        open.map((field) => (
          <ConflictNote
            key={field}
            text={conflictText(field, conflict, fields)}
            onTheirs={() => keepTheirs(field)}
            onMine={() => settle(field)}
          />
        ))
      }
    >
      <ContactFields
        form={form}
        saved={custom}
        phone={
          <TextInput
            label={t`Phone number`}
            description={t`Add and remove numbers in the contact’s details.`}
            value={phoneText(contact.phone)}
            readOnly
          />
        }
      />
      {(managed.requests || managed.estimates || base.taxExemption !== null) && (
        <TextInput
          label={t`Tax exemption`}
          description={t`Why they pay no taxes, such as the number of a certificate.`}
          maxLength={CONTACT_TAX_EXEMPTION_MAX}
          autoComplete="off"
          {...form.text('taxExemption')}
        />
      )}
      <NativeSelect
        label={t`Language`}
        {...form.text('language')}
        data={[{ value: '', label: t`Detect automatically` }, ...languageOptions(contact.language)]}
      />
    </FormModal>
  )
}
