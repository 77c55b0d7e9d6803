import { expiredPath } from '@frontdesk/contract/rules'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { subscriptionQuery, trialDaysLeft } from '../../entities/subscription/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { isUnreachable } from '../../lib/error-code.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { Banner } from '../../ui/layout/Banner.tsx'
import { dismissModal } from '../../ui/modal/modal-slot.ts'
import { openModal } from '../../ui/modal/modals.ts'

/** A trial with no more days than this is announced; dismissed, it is announced again the next day. */
const ANNOUNCE_DAYS = 3
const dismissedOn = storedValue('frontdesk.trial-announced', (stored) => (typeof stored === 'string' ? stored : ''))

/** Redirects once the subscription has ended, and says so while it cannot be checked. */
export function SubscriptionGuard() {
  const navigate = useNavigate()
  const { data, error, failureCount } = useQuery(subscriptionQuery)
  const goTo = data ? expiredPath({ ...data, now: Date.now() }) : null
  const isGivenUp = !data && error !== null && isUnreachable(error)
  const wasRunning = useRef(false)

  useEffect(() => {
    if (goTo) {
      // Close any open dialog, as its page is left now.
      dismissModal()
      void navigate({ to: goTo, replace: true })
      if (wasRunning.current && goTo === '/payment/trial-expired') openModal('trial-limit-expired')
    } else if (isGivenUp) void navigate({ to: '/logout', replace: true })
    wasRunning.current = data !== undefined && goTo === null
  }, [data, goTo, isGivenUp, navigate])

  return (
    <>
      {failureCount >= 2 && (
        <Banner kind="warning">
          <Trans>We can’t check your subscription right now. Keep working; we’ll keep trying.</Trans>
        </Banner>
      )}
      <TrialBanner />
    </>
  )
}

/** A dismissible notice that the trial ends soon. */
function TrialBanner() {
  const { data } = useQuery(subscriptionQuery)
  const dismissed = useStore(dismissedOn)
  const days = trialDaysLeft(data)
  const today = new Date().toDateString()
  if (days === null || days === 0 || days > ANNOUNCE_DAYS || dismissed === today) return null
  return (
    <Banner kind="info" onDismiss={() => dismissedOn.set(today)}>
      <span>
        <Plural value={days} one="# day left in your trial." other="# days left in your trial." />{' '}
        <Link to="/settings/billing-and-plans">
          <Trans>See plans</Trans>
        </Link>
      </span>
    </Banner>
  )
}
