import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { applyContactChange } from '../../../entities/contact/apply-contact-change.ts'
import { api } from '../../../lib/api.ts'
import { languageOptions } from '../../../lib/language-name.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { email } from '../../../ui/form/field-rules.ts'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function EditContactModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { contact } = conversation
  const form = useApiForm({
    initial: {
      name: contact.name,
      email: contact.email ?? '',
      birthDate: contact.birthDate ?? '',
      language: contact.language ?? '',
    },
    rules: { email },
    // Sends edited fields only, because teammates may have changed others in the meantime.
    save: async (_values, { name, email: address, birthDate, language }) => {
      const saved = await api.contacts.update({
        id: contact.id,
        name,
        email: address === undefined ? undefined : address.trim() || null,
        birthDate: birthDate === undefined ? undefined : birthDate || null,
        language: language === undefined ? undefined : language || null,
      })
      applyContactChange(cache, conversation.sid, saved)
    },
  })
  return (
    <FormModal title={t`Edit contact`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={120} autoComplete="off" data-autofocus {...form.text('name')} />
      <TextInput
        label={t`Phone number`}
        description={t`To text another number, start a new conversation.`}
        value={phoneText(contact.phone)}
        readOnly
      />
      <TextInput label={t`Email`} type="email" maxLength={200} autoComplete="off" {...form.text('email')} />
      <DateInput
        label={t`Birth date`}
        isClearable
        max={Temporal.Now.plainDateISO().toString()}
        {...form.control('birthDate')}
      />
      <NativeSelect
        label={t`Language`}
        {...form.text('language')}
        data={[{ value: '', label: t`Detect automatically` }, ...languageOptions(contact.language)]}
      />
    </FormModal>
  )
}
