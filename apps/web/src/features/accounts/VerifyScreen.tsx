import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { GoOnButton, LinkGate } from './LinkGate.tsx'
import { accountLinkQuery, securityQuery } from './queries.ts'

interface Props {
  id?: string | undefined
  email?: string | undefined
}

/** Confirms an email by a button, not by being opened: mail programs open links on their own. */
export function VerifyScreen({ id, email }: Props) {
  const { t } = useLingui()
  if (!id || !email) {
    return (
      <AuthLayout
        title={t`Check your email`}
        text={t`We sent you a link to confirm your email. Open it and you’re done.`}
        footer={
          <Link to="/auth/login">
            <Trans>Sign in</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <LinkGate id={id} purposes={['verify', 'change-email']} title={t`Confirm your email`}>
      {(link) =>
        link.isConfirmed ? (
          <AuthLayout title={t`Already confirmed`} text={t`${email} is confirmed. There’s nothing left to do.`}>
            <GoOnButton />
          </AuthLayout>
        ) : (
          <Confirm id={id} email={email} />
        )
      }
    </LinkGate>
  )
}

function Confirm({ id, email }: { id: string; email: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const verify = useMutation({
    mutationFn: () => api.registration.verify({ id, email }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: securityQuery.queryKey }),
    // Confirmed in another tab meanwhile: refetch the state of the link.
    onError: (error) => {
      if (errorCode(error) === 'LinkUsed') void cache.invalidateQueries({ queryKey: accountLinkQuery(id).queryKey })
    },
  })
  if (verify.isSuccess) {
    return verify.data.mustSignIn ? (
      <AuthLayout title={t`Business added`} text={t`It’s part of your account now. Sign in with your usual password.`}>
        <Button component={Link} to="/auth/login" fullWidth>
          <Trans>Sign in</Trans>
        </Button>
      </AuthLayout>
    ) : (
      <AuthLayout title={t`Email confirmed`} text={t`Thanks! You sign in with ${email}.`}>
        <GoOnButton />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t`Confirm your email`} text={email}>
      <Stack gap="sm">
        <ErrorText error={verify.error} />
        <Button fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
          <Trans>Confirm email</Trans>
        </Button>
      </Stack>
    </AuthLayout>
  )
}
