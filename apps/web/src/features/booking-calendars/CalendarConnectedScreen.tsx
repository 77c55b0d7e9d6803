import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import type { ConnectedSearch } from './connected-search.ts'

interface Props {
  search: ConnectedSearch
  onConnected: (resourceID: string) => void
}

/** OAuth redirect target: forwards Google’s response, and leads to the calendars. */
export function CalendarConnectedScreen({ search: { code, state }, onConnected }: Props) {
  const { t } = useLingui()
  const hasBegun = useRef(false)
  const { mutate, error } = useMutation({
    mutationFn: async (consent: { code: string; state: string }) =>
      (await api.bookingCalendars.connect(consent)).data.resourceID,
    onSuccess: (resourceID) => onConnected(resourceID),
  })
  useEffect(() => {
    if (hasBegun.current || code === undefined || state === undefined) return
    hasBegun.current = true
    mutate({ code, state })
  }, [code, state, mutate])
  const isRefused = code === undefined || state === undefined
  return (
    <PageLayout title={t`Google Calendar`}>
      <ErrorText error={error} mb="sm" />
      <p role="status">
        {isRefused ? (
          <Trans>No calendar was connected, because Google didn’t get your permission.</Trans>
        ) : (
          !error && <Trans>Connecting your calendar…</Trans>
        )}
      </p>
      {(isRefused || error !== null) && (
        <Button component={Link} to="/bookings/availability" variant="default">
          <Trans>Back to availability</Trans>
        </Button>
      )}
    </PageLayout>
  )
}
