import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { email, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  onClose: () => void
  onSaved: (email: string) => void
}

export function ChangeEmailModal({ onClose, onSaved }: Props) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { newEmail: '', password: '' },
    rules: { newEmail: [required, email], password: required },
    errorFields: { WrongPassword: 'password' },
    save: async ({ newEmail, password }) => {
      await api.security.changeEmail({ newEmail: newEmail.trim(), password })
      onSaved(newEmail.trim())
    },
  })
  return (
    <FormModal title={t`Change email`} submitLabel={t`Send link`} form={form} onClose={onClose}>
      <TextInput
        label={t`New email`}
        description={t`We’ll send a link there, and let your current email know.`}
        type="email"
        autoComplete="email"
        maxLength={254}
        data-autofocus
        {...form.text('newEmail')}
      />
      <PasswordField label={t`Your password`} {...form.text('password')} />
    </FormModal>
  )
}
