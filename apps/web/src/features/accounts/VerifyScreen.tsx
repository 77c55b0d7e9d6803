import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { LinkGate } from './LinkGate.tsx'
import { securityQuery } from './queries.ts'

interface Props {
  id?: string | undefined
  email?: string | undefined
}

/** Confirms an address by a button, not by being opened: mail programs open links on their own. */
export function VerifyScreen({ id, email }: Props) {
  const { t } = useLingui()
  if (!id || !email) {
    return (
      <AuthLayout
        title={t`Check your mail`}
        text={t`We sent you a link to confirm your e-mail address. Open it and you are done.`}
        footer={
          <Link to="/auth/login">
            <Trans>Sign in</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <LinkGate id={id} purposes={['verify', 'change-email']} title={t`Confirm your e-mail address`}>
      {() => <Confirm id={id} email={email} />}
    </LinkGate>
  )
}

function Confirm({ id, email }: { id: string; email: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const verify = useMutation({
    mutationFn: () => api.registration.verify({ id, email }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: securityQuery.queryKey }),
  })
  if (verify.isSuccess) {
    return verify.data.mustSignIn ? (
      <AuthLayout
        title={t`Business added`}
        text={t`It belongs to your account now. Sign in with the password you have always used.`}
      >
        <Button component={Link} to="/auth/login" fullWidth>
          <Trans>Sign in</Trans>
        </Button>
      </AuthLayout>
    ) : (
      <AuthLayout title={t`E-mail address confirmed`} text={t`Thank you. You sign in with ${email}.`}>
        <Button component={Link} to="/" fullWidth>
          <Trans>Continue to Frontdesk</Trans>
        </Button>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t`Confirm your e-mail address`} text={email}>
      <Stack gap="sm">
        <ErrorText error={verify.error} />
        <Button fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
          <Trans>This is my address</Trans>
        </Button>
      </Stack>
    </AuthLayout>
  )
}
