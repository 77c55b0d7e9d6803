import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
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
  const [newPassword, setNewPassword] = useState('')
  const change = useMutation({
    mutationFn: () => api.registration.changePassword({ id, newPassword }),
    onSuccess: async () => {
      await navigate({ to: '/auth/reset-password-success', replace: true })
      // Every session has ended, including the one in this browser.
      session.set(null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <AuthLayout title={t`Choose a new password`} text={t`For ${email}. You’ll be signed out everywhere.`}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={change.error} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField isNew label={t`New password`} value={newPassword} onChange={setNewPassword} autoFocus />
          <Button type="submit" loading={change.isPending} mt={4}>
            <Trans>Save password</Trans>
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
