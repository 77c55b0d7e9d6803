import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  onClose: () => void
  onSaved: () => void
}

export function ChangePasswordModal({ onClose, onSaved }: Props) {
  const { t } = useLingui()
  const session = useSession()
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const save = async () => {
    await api.security.changePassword({ oldPassword, newPassword })
    onSaved()
  }
  return (
    <FormModal title={t`Change password`} submitLabel={t`Change password`} save={save} onClose={onClose}>
      <input type="text" name="username" autoComplete="username" value={session?.userName ?? ''} readOnly hidden />
      <PasswordField label={t`Current password`} value={oldPassword} onChange={setOldPassword} data-autofocus />
      <PasswordField isNew label={t`New password`} value={newPassword} onChange={setNewPassword} />
    </FormModal>
  )
}
