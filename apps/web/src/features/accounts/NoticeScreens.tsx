import { TRIAL_DAYS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import classes from './accounts.module.css'
import { GoOnButton } from './LinkGate.tsx'

export function ForgotPasswordEmailSentScreen({ email }: { email: string | undefined }) {
  const { t } = useLingui()
  return (
    <AuthLayout
      title={t`Check your email`}
      text={
        email ? (
          <Trans>
            If <strong>{email}</strong> has an account, a link to choose a new password is on its way. It works for one
            hour.
          </Trans>
        ) : (
          <Trans>If that email has an account, a link to choose a new password is on its way.</Trans>
        )
      }
      footer={
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <Button component={Link} to="/auth/forgot-password" variant="default" fullWidth>
        <Trans>Didn’t get it? Resend</Trans>
      </Button>
    </AuthLayout>
  )
}

export function ResetPasswordSuccessScreen() {
  const { t } = useLingui()
  return (
    <AuthLayout title={t`Password changed`} text={t`You’re signed out everywhere. Sign in with your new password.`}>
      <Button component={Link} to="/auth/login" fullWidth>
        <Trans>Sign in</Trans>
      </Button>
    </AuthLayout>
  )
}

export function ConfirmInviteSuccessScreen() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <AuthLayout
      title={t`Welcome to the team`}
      text={
        session
          ? t`You’ve joined ${session.tenantName} and you’re signed in.`
          : t`Sign in with your email and password to start.`
      }
    >
      <GoOnButton />
    </AuthLayout>
  )
}

export function SignUpSuccessScreen() {
  const { t } = useLingui()
  const session = useSession()
  if (!session) {
    return (
      <AuthLayout title={t`Your account is ready`} text={t`Sign in to start.`}>
        <GoOnButton />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title={t`${session.tenantName} is ready`}
      text={
        <Trans>
          Your {TRIAL_DAYS}-day free trial starts now. We emailed a link to <strong>{session.userName}</strong>: open it
          when you have a moment, so you can always get back into your account.
        </Trans>
      }
    >
      <GoOnButton />
    </AuthLayout>
  )
}

/** The first screen for people who open Frontdesk from their phone’s home screen; it has no layout. */
export function MobileScreen() {
  const { t } = useLingui()
  useTitle(t`Frontdesk on your phone`)
  const session = useSession()
  return (
    <main>
      <Stack p="lg" gap="sm" maw={420} mx="auto" mih="100dvh" justify="center">
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <h1 className={classes.phoneTitle}>{t`Frontdesk on your phone`}</h1>
        <p className={classes.phoneText}>
          <Trans>
            Answer your business’s texts from anywhere. Add this page to your home screen to open it like an app.
          </Trans>
        </p>
        {session ? (
          <Button component={Link} to="/" size="md">
            <Trans>Open the inbox</Trans>
          </Button>
        ) : (
          <>
            <Button component={Link} to="/auth/login" size="md">
              <Trans>Sign in</Trans>
            </Button>
            <Button component={Link} to="/auth/sign-up" variant="default" size="md">
              <Trans>Create an account</Trans>
            </Button>
          </>
        )}
      </Stack>
    </main>
  )
}
