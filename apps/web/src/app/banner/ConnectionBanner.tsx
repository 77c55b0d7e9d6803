import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { connectionState, useConnectionState } from '../../lib/realtime/connection-state.ts'
import { Banner } from '../../ui/layout/Banner.tsx'

/** Short interruptions stay silent; after this the banner shows, with a retry button. */
export const STAYS_AWAY_MS = 20_000

/** Shown when the live connection is down: what happened, and what to do. */
export function ConnectionBanner() {
  const isOffline = useConnectionState() === 'offline'
  return isOffline ? <StaysAway /> : null
}

function StaysAway() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), STAYS_AWAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <Banner kind="warning">
      {connectionState.hasBeenOnline() ? (
        <Trans>Twilio instance not available after waiting.</Trans>
      ) : (
        <Trans>Unable to connect: Connection is not initialized.</Trans>
      )}{' '}
      <Trans>
        New messages aren’t showing right now. Check your connection. What you write is saved and sent later.
      </Trans>{' '}
      <Button size="compact-xs" variant="default" onClick={connectionState.connectNow}>
        <Trans>Retry now</Trans>
      </Button>
    </Banner>
  )
}
