import { TRIAL_DAYS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { PasswordField } from './PasswordField.tsx'
import { NO_PERSON, useFields, WhoFields } from './WhoFields.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Signs up a business, with an invite code where sign-up is by invitation only. */
export function SignUpScreen({ isInviteOnly = false }: { isInviteOnly?: boolean }) {
  const { t } = useLingui()
  const { fields, field } = useFields({ ...NO_PERSON, inviteCode: '' })
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
      text={t`Free for ${TRIAL_DAYS} days. No card needed.`}
      footer={
        <>
          <Trans>
            Already have an account? <Link to="/auth/login">Sign in</Link>
          </Trans>
          {' · '}
          <Link to="/auth/request-demo">
            <Trans>Get a demo</Trans>
          </Link>
        </>
      }
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={signUp.error} />
          {isInviteOnly && (
            <TextField
              label={t`Invite code`}
              description={t`From the person who invited you`}
              autoComplete="off"
              required
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
      </Form>
    </AuthLayout>
  )
}
