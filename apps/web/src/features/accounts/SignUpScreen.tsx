import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function SignUpScreen() {
  const { t } = useLingui()
  const [fields, setFields] = useState({ businessName: '', firstName: '', lastName: '', email: '', password: '' })
  const signUp = useMutation({
    mutationFn: () => api.accounts.registerTenant({ ...fields, timeZone }),
    onSuccess: (signedIn) => session.set(signedIn),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signUp.isPending) signUp.mutate()
  }
  const field = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })

  return (
    <AuthLayout
      title={t`Create an account`}
      footer={
        <Trans>
          Already have one? <Link to="/auth/login">Sign in</Link>
        </Trans>
      }
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={signUp.error} />
          <TextInput
            label={t`Business name`}
            autoComplete="organization"
            required
            withAsterisk={false}
            maxLength={120}
            autoFocus
            {...field('businessName')}
          />
          <Group gap="sm" grow>
            <TextInput
              label={t`First name`}
              autoComplete="given-name"
              required
              withAsterisk={false}
              maxLength={60}
              {...field('firstName')}
            />
            <TextInput label={t`Last name`} autoComplete="family-name" maxLength={60} {...field('lastName')} />
          </Group>
          <TextInput
            label={t`E-mail`}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            maxLength={254}
            {...field('email')}
          />
          <PasswordInput
            label={t`Password`}
            description={t`At least ${PASSWORD_MIN_LENGTH} characters`}
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={PASSWORD_MIN_LENGTH}
            maxLength={200}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
            {...field('password')}
          />
          <Button type="submit" loading={signUp.isPending} mt={4}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
