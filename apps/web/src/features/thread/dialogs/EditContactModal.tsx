import type { Conversation } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyContactChange } from '../../../entities/contact/apply-contact-change.ts'
import { api } from '../../../lib/api.ts'
import { languageOptions } from '../../../lib/language-name.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { DateInput } from '../../../ui/DateInput.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function EditContactModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { contact } = conversation
  const [before] = useState(contact)
  const [name, setName] = useState(contact.name)
  const [email, setEmail] = useState(contact.email ?? '')
  const [birthDate, setBirthDate] = useState(contact.birthDate ?? '')
  const [language, setLanguage] = useState(contact.language ?? '')
  const save = async () => {
    const next = { name, email: email.trim() || null, birthDate: birthDate || null, language: language || null }
    // What was not touched here somebody else may have changed meanwhile.
    const changed = await api.contacts.update({
      id: contact.id,
      name: next.name === before.name ? undefined : next.name,
      email: next.email === before.email ? undefined : next.email,
      birthDate: next.birthDate === before.birthDate ? undefined : next.birthDate,
      language: next.language === before.language ? undefined : next.language,
    })
    applyContactChange(cache, conversation.sid, changed)
  }
  return (
    <FormModal title={t`Edit contact`} submitLabel={t`Save`} save={save} onClose={onClose}>
      <TextInput
        label={t`Name`}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t`Phone number`}
        description={t`To text another number, start a new conversation.`}
        value={phoneText(contact.phone)}
        readOnly
      />
      <TextInput
        label={t`Email`}
        type="email"
        maxLength={200}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <DateInput
        label={t`Birth date`}
        isClearable
        max={Temporal.Now.plainDateISO().toString()}
        value={birthDate}
        onChange={setBirthDate}
      />
      <NativeSelect
        label={t`Language`}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
        data={[{ value: '', label: t`Detect automatically` }, ...languageOptions(before.language)]}
      />
    </FormModal>
  )
}
