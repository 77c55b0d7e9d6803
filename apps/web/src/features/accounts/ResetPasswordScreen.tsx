import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { Form } from '../../ui/form/Form.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { LinkGate } from './LinkGate.tsx'
import { PasswordField } from './PasswordField.tsx'

export function ResetPasswordScreen({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <LinkGate id={id} purposes={['reset-password']} title={t`Choose a new password`}>
      {({ email }) => <NewPassword id={id} email={email} />}
    </LinkGate>
  )
}

function NewPassword({ id, email }: { id: string; email: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useApiForm({
    initial: { newPassword: '' },
    rules: { newPassword: [required, minLength(PASSWORD_MIN_LENGTH)] },
    errorFields: { PasswordTooObvious: 'newPassword' },
    save: async ({ newPassword }) => {
      await api.registration.changePassword({ id, newPassword })
      await navigate({ to: '/auth/reset-password-success', replace: true })
      // Every session has ended, including the one in this browser.
      session.set(null)
    },
  })
  return (
    <AuthLayout title={t`Choose a new password`} text={t`For ${email}. You’ll be signed out everywhere.`}>
      <Form form={form}>
        {/* Password managers read the account of the password from this field. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField isNew label={t`New password`} autoFocus {...form.text('newPassword')} />
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Save password</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
