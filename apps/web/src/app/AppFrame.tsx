import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { conversationStats } from '../entities/conversation/queries.ts'
import { DeletionBanner } from '../features/account-deletion/DeletionBanner.tsx'
import { AccountNotices } from '../features/accounts/AccountNotices.tsx'
import { Notices } from '../features/notices/Notices.tsx'
import { SubscriptionGuard } from '../features/subscription/SubscriptionGuard.tsx'
import { useSession } from '../lib/session/session.ts'
import { useUnreadInTitle } from '../ui/use-title.ts'
import { useIsPhone } from '../ui/use-viewport.ts'
import classes from './AppFrame.module.css'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { IconRail, SCREEN_ID } from './IconRail.tsx'
import { useMessageAlerts } from './message-alerts/use-message-alerts.ts'
import { TopBar } from './TopBar.tsx'
import { useAlertClicks } from './use-alert-clicks.ts'
import { useOwnScreen } from './use-own-screen.ts'
import { useRealtime } from './use-realtime.ts'
import { useShortcutsKey } from './use-shortcuts-key.ts'
import { useUnsentMessages } from './use-unsent-messages.ts'
import { ViewingBanner } from './ViewingBanner.tsx'

/** Everything around a signed-in screen, and what runs as long as one is open. */
export function AppFrame({ children }: { children?: ReactNode }) {
  const isPhone = useIsPhone()
  const session = useSession()
  useRealtime(useMessageAlerts())
  useUnsentMessages()
  useShortcutsKey()
  useOwnScreen()
  useAlertClicks()
  // Of all locations, whichever one the lists are narrowed to: nothing waits unseen.
  const unread = useQuery({ ...conversationStats(undefined), enabled: session !== null }).data?.totalUnread ?? 0
  useUnreadInTitle(unread)

  // Signed out in this very moment: the router is on its way to the login.
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
          {children ?? <Outlet />}
        </div>
        {isPhone && <BottomBar unread={unread} />}
      </div>
    </div>
  )
}
