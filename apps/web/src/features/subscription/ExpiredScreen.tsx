import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { subscriptionQuery } from '../../entities/subscription/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { ContactLink } from './ContactLink.tsx'

const REFETCH_MS = 10_000

interface Props {
  what: 'trial' | 'subscription'
  /** Called once the subscription is active again. */
  onResumed: () => void
}

/**
 * Shown once a trial or a plan has ended: what happens meanwhile, and what to do. Closes itself once a plan is active.
 */
export function ExpiredScreen({ what, onResumed }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const session = useSession()
  // There is no realtime connection on this page, so it polls.
  const state = useQuery({ ...subscriptionQuery, enabled: session !== null, refetchInterval: REFETCH_MS, retry: false })
  const isRunning = state.data?.subscription.isSubscribed ?? false
  useEffect(() => {
    if (isRunning) onResumed()
  }, [isRunning, onResumed])
  const [isAsking, setIsAsking] = useState(false)
  const [isStillOver, setIsStillOver] = useState(false)

  const askAgain = async () => {
    setIsAsking(true)
    setIsStillOver(false)
    const state = await cache.fetchQuery({ ...subscriptionQuery, staleTime: 0, retry: false }).catch(() => null)
    setIsAsking(false)
    if (state?.subscription.isSubscribed) onResumed()
    else setIsStillOver(true)
  }

  return (
    <AuthLayout
      title={what === 'trial' ? t`Your trial has ended` : t`Your subscription has ended`}
      footer={
        session ? (
          <Trans>
            Not {session.tenantName}? <Link to="/logout">Sign out</Link>
          </Trans>
        ) : (
          <Trans>
            Already have a plan? <Link to="/auth/login">Sign in</Link>
          </Trans>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            Nothing is lost. Your conversations and contacts are saved, and new texts still arrive. Choose a plan to
            reply to them.
          </Trans>
        </Text>
        <ContactLink subject={what === 'trial' ? t`A plan after our trial` : t`Our subscription`} />
        {session && (
          <Button variant="default" loading={isAsking} onClick={() => void askAgain()}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {isStillOver && (
          <Text size="sm" role="status">
            <Trans>There’s no plan yet.</Trans>
          </Text>
        )}
      </Stack>
    </AuthLayout>
  )
}
