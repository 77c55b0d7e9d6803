import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { useTitle } from '../../ui/use-title.ts'
import classes from './accounts.module.css'

export function ForgotPasswordEmailSentScreen({ email }: { email: string | undefined }) {
  const { t } = useLingui()
  return (
    <AuthLayout
      title={t`Check your mail`}
      text={
        email ? (
          <Trans>
            If <strong>{email}</strong> has an account, a link to choose a new password is on its way. It works for one
            hour.
          </Trans>
        ) : (
          <Trans>If the address has an account, a link to choose a new password is on its way.</Trans>
        )
      }
      footer={
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <Button component={Link} to="/auth/forgot-password" variant="default" fullWidth>
        <Trans>Nothing came? Send it again</Trans>
      </Button>
    </AuthLayout>
  )
}

export function ResetPasswordSuccessScreen() {
  const { t } = useLingui()
  return (
    <AuthLayout
      title={t`Your password is new`}
      text={t`You were signed out everywhere. Sign in with the new password.`}
    >
      <Button component={Link} to="/auth/login" fullWidth>
        <Trans>Sign in</Trans>
      </Button>
    </AuthLayout>
  )
}

export function ConfirmInviteSuccessScreen() {
  const { t } = useLingui()
  return (
    <AuthLayout title={t`Welcome to the team`} text={t`Sign in with your e-mail address and password.`}>
      <Button component={Link} to="/auth/login" fullWidth>
        <Trans>Sign in</Trans>
      </Button>
    </AuthLayout>
  )
}

export function SignUpSuccessScreen() {
  const { t } = useLingui()
  const session = useSession()
  if (!session) {
    return (
      <AuthLayout title={t`Your account is ready`} text={t`Sign in to start.`}>
        <Button component={Link} to="/auth/login" fullWidth>
          <Trans>Sign in</Trans>
        </Button>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title={t`${session.tenantName} is ready`}
      text={
        <Trans>
          We sent a mail to <strong>{session.userName}</strong>. Open its link when you have a moment: it helps us to
          help you, should you ever lose your password.
        </Trans>
      }
    >
      <Button component={Link} to="/" fullWidth>
        <Trans>Open Frontdesk</Trans>
      </Button>
    </AuthLayout>
  )
}

/** For phones, without the layout: the first thing somebody sees who opens Frontdesk from their home screen. */
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
            Answer your business’s texts from anywhere. Add this page to your home screen, and it opens like an app.
          </Trans>
        </p>
        {session ? (
          <Button component={Link} to="/" size="md">
            <Trans>Open Frontdesk</Trans>
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
