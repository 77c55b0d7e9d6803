import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  onClose: () => void
  onSaved: (email: string) => void
}

export function ChangeEmailModal({ onClose, onSaved }: Props) {
  const { t } = useLingui()
  const [newEmail, setNewEmail] = useState('')
  const [password, setPassword] = useState('')
  const save = async () => {
    await api.security.changeEmail({ newEmail, password })
    onSaved(newEmail)
  }
  return (
    <FormModal title={t`Change e-mail address`} submitLabel={t`Send the link`} save={save} onClose={onClose}>
      <TextInput
        label={t`New e-mail address`}
        description={t`We send a link there. Your present address is told as well.`}
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        maxLength={254}
        data-autofocus
        value={newEmail}
        onChange={(event) => setNewEmail(event.currentTarget.value)}
      />
      <PasswordField label={t`Your password`} value={password} onChange={setPassword} />
    </FormModal>
  )
}
