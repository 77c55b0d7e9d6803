import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { conversationStats } from '../../entities/conversation/queries.ts'
import { DeletionBanner } from '../../features/account-deletion/DeletionBanner.tsx'
import { AccountNotices } from '../../features/accounts/AccountNotices.tsx'
import { Notices } from '../../features/notices/Notices.tsx'
import { SubscriptionGuard } from '../../features/subscription/SubscriptionGuard.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useUnreadInTitle } from '../../ui/layout/use-title.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { ConnectionBanner } from '../banner/ConnectionBanner.tsx'
import { ViewingBanner } from '../banner/ViewingBanner.tsx'
import { useAlertClicks } from '../message-alerts/use-alert-clicks.ts'
import { useMessageAlerts } from '../message-alerts/use-message-alerts.ts'
import { useUnsentMessages } from '../message-alerts/use-unsent-messages.ts'
import { useRealtime } from '../realtime/use-realtime.ts'
import { useOwnScreen } from '../session/use-own-screen.ts'
import { useShortcutsKey } from '../shortcuts/use-shortcuts-key.ts'
import classes from './AppFrame.module.css'
import { BottomBar } from './BottomBar.tsx'
import { IconRail, SCREEN_ID } from './IconRail.tsx'
import { TopBar } from './TopBar.tsx'

// Its menus would be part of the first load of every screen.
const MarketingFrame = lazyWithRetry(async () => ({
  default: (await import('../marketing/MarketingFrame.tsx')).MarketingFrame,
}))

/** Everything around a signed-in screen, and what runs as long as one is open. */
export function AppFrame({ children }: { children?: ReactNode }) {
  const isPhone = useIsPhone()
  const session = useSession()
  useRealtime(useMessageAlerts())
  useUnsentMessages()
  useShortcutsKey()
  useOwnScreen()
  useAlertClicks()
  // Counts all locations, whichever one is chosen, so that no conversation is overlooked.
  const unread = useQuery({ ...conversationStats(undefined), enabled: session !== null }).data?.totalUnread ?? 0
  useUnreadInTitle(unread)
  const isMarketing = useLocation({ select: ({ pathname }) => pathname.startsWith('/marketing') })
  const screen = children ?? <Outlet />

  // Just signed out: the router is navigating to the sign-in page.
  if (!session) return null
  return (
    <div className={classes.root}>
      {!isPhone && <IconRail unread={unread} />}
      <div className={classes.main}>
        {session.viewingAs && <ViewingBanner viewingAs={session.viewingAs} />}
        <SubscriptionGuard />
        <DeletionBanner />
        <Notices />
        <ConnectionBanner />
        <TopBar />
        <AccountNotices />
        <div id={SCREEN_ID} tabIndex={-1} className={classes.screen}>
          {isMarketing ? (
            <Suspense fallback={<LoadingRows count={3} />}>
              <MarketingFrame>{screen}</MarketingFrame>
            </Suspense>
          ) : (
            screen
          )}
        </div>
        {isPhone && <BottomBar unread={unread} />}
      </div>
    </div>
  )
}
