import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  onClose: () => void
  onSaved: () => void
}

export function ChangePasswordModal({ onClose, onSaved }: Props) {
  const { t } = useLingui()
  const session = useSession()
  const form = useApiForm({
    initial: { oldPassword: '', newPassword: '' },
    rules: { oldPassword: required, newPassword: [required, minLength(PASSWORD_MIN_LENGTH)] },
    errorFields: { WrongPassword: 'oldPassword', PasswordTooObvious: 'newPassword' },
    save: async (values) => {
      await api.security.changePassword(values)
      onSaved()
    },
  })
  return (
    <FormModal title={t`Change password`} submitLabel={t`Change password`} form={form} onClose={onClose}>
      <input type="text" name="username" autoComplete="username" value={session?.userName ?? ''} readOnly hidden />
      <PasswordField label={t`Current password`} data-autofocus {...form.text('oldPassword')} />
      <PasswordField isNew label={t`New password`} {...form.text('newPassword')} />
    </FormModal>
  )
}
