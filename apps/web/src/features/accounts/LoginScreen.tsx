import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'

export function LoginScreen() {
  const { t } = useLingui()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(true)
  const signIn = useMutation({
    mutationFn: () => api.accounts.authenticate({ provider: 'password', userName, password, rememberMe }),
    onSuccess: (signedIn) => session.set(signedIn),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate()
  }

  return (
    <AuthLayout
      title={t`Sign in`}
      footer={
        <Trans>
          New here? <Link to="/auth/sign-up">Create an account</Link>
        </Trans>
      }
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={signIn.error} />
          <TextInput
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={userName}
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
          <PasswordInput
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          />
          <Checkbox
            size="xs"
            label={t`Keep me signed in on this device`}
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.currentTarget.checked)}
          />
          <Button type="submit" loading={signIn.isPending} mt={4}>
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
