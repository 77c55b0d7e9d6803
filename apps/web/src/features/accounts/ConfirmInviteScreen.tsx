import type { AccountLink } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { LinkGate } from './LinkGate.tsx'
import { PasswordField } from './PasswordField.tsx'

export function ConfirmInviteScreen({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <LinkGate id={id} purposes={['invite']} title={t`Join the team`}>
      {(link) => <Join id={id} link={link} />}
    </LinkGate>
  )
}

function Join({ id, link: { email, tenantName, hasLogin } }: { id: string; link: AccountLink }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const join = useMutation({
    mutationFn: () => api.registration.confirmInvite({ id, email, password }),
    onSuccess: ({ session: signedIn }) => {
      if (signedIn) session.set(signedIn)
      return navigate({ to: '/auth/confirm-invite-success', replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!join.isPending) join.mutate()
  }
  return (
    <AuthLayout
      title={t`Join ${tenantName}`}
      text={
        hasLogin
          ? t`You already have an account: ${email}. Enter its password to add this business.`
          : t`You’ll sign in as ${email}. Choose a password.`
      }
      footer={
        hasLogin && (
          <Anchor component={Link} to="/auth/forgot-password" size="sm">
            <Trans>Forgot your password?</Trans>
          </Anchor>
        )
      }
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={join.error} />
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField isNew={!hasLogin} value={password} onChange={setPassword} autoFocus />
          <Button type="submit" loading={join.isPending} mt={4}>
            <Trans>Join</Trans>
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
