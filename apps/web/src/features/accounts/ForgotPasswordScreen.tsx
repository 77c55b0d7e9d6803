import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'

export function ForgotPasswordScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => api.registration.requestPasswordChange({ email }),
    onSuccess: () => navigate({ to: '/auth/forgot-password-email-sent', search: { email } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate()
  }
  return (
    <AuthLayout
      title={t`Forgot your password?`}
      text={t`Enter your email and we’ll send you a link to choose a new one.`}
      footer={
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={ask.error} />
          <TextField
            label={t`Email`}
            type="email"
            name="email"
            autoComplete="username"
            required
            maxLength={254}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={ask.isPending} mt={4}>
            <Trans>Send link</Trans>
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
