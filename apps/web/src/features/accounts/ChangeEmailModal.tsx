import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
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
    <FormModal title={t`Change email`} submitLabel={t`Send link`} save={save} onClose={onClose}>
      <TextField
        name="email"
        label={t`New email`}
        description={t`We’ll send a link there, and let your current email know.`}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        data-autofocus
        value={newEmail}
        onChange={(event) => setNewEmail(event.currentTarget.value)}
      />
      <PasswordField label={t`Your password`} value={password} onChange={setPassword} />
    </FormModal>
  )
}
