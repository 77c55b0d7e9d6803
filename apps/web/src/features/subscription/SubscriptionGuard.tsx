import { expiredPath } from '@frontdesk/contract'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../../lib/error-code.ts'
import { localValue } from '../../lib/local-value.ts'
import { subscriptionQuery } from '../../lib/subscription.ts'
import { Banner } from '../../ui/Banner.tsx'
import { openModal } from '../../ui/modals.ts'

const DAY_MS = 24 * 60 * 60_000
/** A trial that ends sooner is announced, once a day and device. */
const ANNOUNCE_BEFORE_MS = 3 * DAY_MS
const announcedOn = localValue('frontdesk.trial-announced', (stored) => (typeof stored === 'string' ? stored : ''))

/** Leads away from the product once the subscription has ended, and says so while it cannot be asked for. */
export function SubscriptionGuard() {
  const navigate = useNavigate()
  const { data, error, failureCount } = useQuery(subscriptionQuery)
  const goTo = data ? expiredPath({ ...data, now: Date.now() }) : null
  const isGivenUp = !data && error !== null && isUnreachable(error)

  useEffect(() => {
    if (goTo) void navigate({ to: goTo, replace: true })
    else if (isGivenUp) void navigate({ to: '/logout', replace: true })
  }, [goTo, isGivenUp, navigate])

  const end = data?.subscription.status === 'trialing' ? data.subscription.currentPeriodEnd : null
  useEffect(() => {
    if (!end) return
    const today = new Date().toDateString()
    const left = Date.parse(end) - Date.now()
    if (left <= 0 || left > ANNOUNCE_BEFORE_MS || announcedOn.get() === today) return
    announcedOn.set(today)
    openModal('trial-limit-expired')
  }, [end])

  if (failureCount < 2) return null
  return (
    <Banner kind="warning">
      <Trans>Your subscription cannot be checked at the moment. Go on working; we keep trying.</Trans>
    </Banner>
  )
}
