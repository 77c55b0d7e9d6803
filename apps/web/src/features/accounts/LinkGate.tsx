import type { AccountLink, LinkPurpose } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorCode } from '../../lib/error-code.ts'
import { errorText } from '../../lib/error-texts.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { accountLinkQuery } from './queries.ts'

interface Props {
  id: string
  purposes: readonly LinkPurpose[]
  title: string
  children: (link: AccountLink) => ReactNode
}

/** Looks at a mailed link before its screen is shown; one that is no use says why and what to do instead. */
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
      <AuthLayout title={t`This could not be loaded`} text={errorText(link.error)}>
        <Button fullWidth onClick={() => void link.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </AuthLayout>
    )
  }
  return <DeadLink code={errorCode(link.error) ?? 'LinkUnknown'} purpose={purposes[0]} />
}

function DeadLink({ code, purpose }: { code: string; purpose: LinkPurpose | undefined }) {
  const { t } = useLingui()
  const title =
    code === 'LinkExpired'
      ? t`This link is too old`
      : code === 'LinkUsed'
        ? t`This link was used already`
        : code === 'TooManyAttempts'
          ? t`Too many attempts`
          : t`This link is not right`
  const why =
    code === 'LinkExpired'
      ? t`Links from our mails work for a while only.`
      : code === 'LinkUsed'
        ? t`Each link works once, and a newer mail replaces an older one.`
        : code === 'TooManyAttempts'
          ? t`Wait a few minutes, then open the link again.`
          : t`A part of it may be missing. Open it from the mail once more.`
  const next: Record<LinkPurpose, string> = {
    'reset-password': t`Ask for a new link below.`,
    invite: t`Ask whoever invited you to send the invitation again.`,
    verify: t`Sign in and ask for a new mail there.`,
    'change-email': t`Sign in and change the address once more in your settings.`,
  }
  return (
    <AuthLayout title={title} text={`${why} ${purpose && code !== 'TooManyAttempts' ? next[purpose] : ''}`}>
      {purpose === 'reset-password' ? (
        <Button component={Link} to="/auth/forgot-password" fullWidth>
          <Trans>Ask for a new link</Trans>
        </Button>
      ) : (
        <Button component={Link} to="/auth/login" fullWidth>
          <Trans>Sign in</Trans>
        </Button>
      )}
    </AuthLayout>
  )
}
