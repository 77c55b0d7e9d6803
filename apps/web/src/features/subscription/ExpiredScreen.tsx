import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSupportEmail } from '../../lib/notices.ts'
import { useSession } from '../../lib/session/session.ts'
import { subscriptionQuery } from '../../lib/subscription.ts'
import { AuthLayout } from '../../ui/AuthLayout.tsx'
import { ContactLink } from './ContactLink.tsx'

interface Props {
  what: 'trial' | 'subscription'
  /** Asked once the subscription runs again. */
  onResumed: () => void
}

/** All that is left of the product once a trial or a plan has ended; it says what happens meanwhile and what to do. */
export function ExpiredScreen({ what, onResumed }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const session = useSession()
  const hasContact = useSupportEmail() !== null
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
            Already a plan? <Link to="/auth/login">Sign in</Link>
          </Trans>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            Nothing is lost: your conversations and contacts are kept, and texts to your numbers still arrive. To answer
            them, your business needs a plan.
          </Trans>
        </Text>
        <Text size="sm" c="dimmed">
          {hasContact ? (
            <Trans>Plans are set up by the people who run Frontdesk. Write to them; then check again here.</Trans>
          ) : (
            <Trans>Plans are set up by the people who run this Frontdesk. Ask them; then check again here.</Trans>
          )}
        </Text>
        <ContactLink subject={what === 'trial' ? t`A plan after our trial` : t`Our subscription`} />
        {session && (
          <Button variant="default" loading={isAsking} onClick={() => void askAgain()}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {isStillOver && (
          <Text size="sm" role="status">
            <Trans>It has not been renewed yet.</Trans>
          </Text>
        )}
      </Stack>
    </AuthLayout>
  )
}
