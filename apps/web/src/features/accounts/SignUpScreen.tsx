import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { PasswordField } from './PasswordField.tsx'
import { NOBODY_YET, useFields, WhoFields } from './WhoFields.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Signs up a business; where only who was invited may, with their code. */
export function SignUpScreen({ isInviteOnly = false }: { isInviteOnly?: boolean }) {
  const { t } = useLingui()
  const { fields, field } = useFields({ ...NOBODY_YET, inviteCode: '' })
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
          <WhoFields field={field} emailIs="username" isFirst={!isInviteOnly} />
          <PasswordField isNew value={password} onChange={setPassword} />
          <Button type="submit" loading={signUp.isPending} mt={4}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
