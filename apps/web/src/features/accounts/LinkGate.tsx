import type { AccountLink } from '@frontdesk/contract/api'
import type { LinkPurpose } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { errorText } from '../../lib/error-texts.ts'
import { useSession } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { accountLinkQuery } from './queries.ts'

interface Props {
  id: string
  purposes: readonly LinkPurpose[]
  title: string
  children: (link: AccountLink) => ReactNode
}

/** Checks an emailed link before its screen is shown. A link that doesn’t work says why and what to do instead. */
export function LinkGate({ id, purposes, title, children }: Props) {
  const { t } = useLingui()
  const link = useQuery(accountLinkQuery(id))
  if (link.isPending) {
    return (
      <AuthLayout title={title}>
        <Stack gap="sm" role="status" aria-label={t`Loading`}>
          <Skeleton height={36} radius={6} />
          <Skeleton height={36} radius={6} />
        </Stack>
      </AuthLayout>
    )
  }
  if (link.isSuccess && purposes.includes(link.data.purpose)) return children(link.data)
  if (link.isError && !errorCode(link.error)) {
    return (
      <AuthLayout title={t`This didn’t load`} text={errorText(link.error)}>
        <Button fullWidth onClick={() => void link.refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </AuthLayout>
    )
  }
  return <DeadLink code={errorCode(link.error) ?? 'LinkUnknown'} purpose={purposes[0]} />
}

function DeadLink({ code, purpose }: { code: string; purpose: LinkPurpose | undefined }) {
  const { t } = useLingui()
  const isSignedIn = useSession() !== null
  const title =
    code === 'LinkExpired'
      ? t`This link has expired`
      : code === 'LinkUsed'
        ? t`This link was already used`
        : code === 'TooManyAttempts'
          ? t`Too many attempts`
          : t`This link doesn’t work`
  const why =
    code === 'LinkExpired'
      ? t`Links in our emails work for a limited time.`
      : code === 'LinkUsed'
        ? t`Each link works once, and a newer email replaces an older one.`
        : code === 'TooManyAttempts'
          ? t`Wait a few minutes, then open the link again.`
          : t`Part of the link may be missing. Open it from the email again.`
  const next: Record<LinkPurpose, string> = {
    'reset-password': t`Request a new link below.`,
    invite: t`Already joined? Sign in. Otherwise ask the person who invited you to send a new invitation.`,
    verify: isSignedIn ? t`Use “Resend” at the top of the inbox to get a new one.` : t`Sign in to get a new one.`,
    'change-email': t`Change your email again under Settings, Security.`,
  }
  return (
    <AuthLayout title={title} text={`${why} ${purpose && code !== 'TooManyAttempts' ? next[purpose] : ''}`}>
      {purpose === 'reset-password' ? (
        <Button component={Link} to="/auth/forgot-password" fullWidth>
          <Trans>Request a new link</Trans>
        </Button>
      ) : (
        <GoOnButton />
      )}
    </AuthLayout>
  )
}

/** Next step from a screen reached by an emailed link, signed in or not. */
export function GoOnButton() {
  const isSignedIn = useSession() !== null
  return (
    <Button component={Link} to={isSignedIn ? '/' : '/auth/login'} fullWidth>
      {isSignedIn ? <Trans>Open the inbox</Trans> : <Trans>Sign in</Trans>}
    </Button>
  )
}
