import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { PasswordField } from './PasswordField.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Signs up a business; where only who was invited may, with their code. */
export function SignUpScreen({ isInviteOnly = false }: { isInviteOnly?: boolean }) {
  const { t } = useLingui()
  const [fields, setFields] = useState({ businessName: '', firstName: '', lastName: '', email: '', inviteCode: '' })
  const [password, setPassword] = useState('')
  const signUp = useMutation({
    mutationFn: () => {
      const { inviteCode, ...form } = fields
      return api.accounts.registerTenant({ ...form, password, timeZone, ...(isInviteOnly && { inviteCode }) })
    },
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
        <>
          <Trans>
            Already have one? <Link to="/auth/login">Sign in</Link>
          </Trans>
          {' · '}
          <Link to="/auth/request-demo">
            <Trans>See it first</Trans>
          </Link>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={signUp.error} />
          {isInviteOnly && (
            <TextInput
              label={t`Invite code`}
              description={t`From whoever invited you`}
              autoComplete="off"
              required
              withAsterisk={false}
              maxLength={100}
              autoFocus
              {...field('inviteCode')}
            />
          )}
          <TextInput
            label={t`Business name`}
            autoComplete="organization"
            required
            withAsterisk={false}
            maxLength={120}
            autoFocus={!isInviteOnly}
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
          <PasswordField isNew value={password} onChange={setPassword} />
          <Button type="submit" loading={signUp.isPending} mt={4}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
