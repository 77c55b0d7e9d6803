import { Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session/session.ts'
import { useIsPhone } from '../ui/use-viewport.ts'
import classes from './AppFrame.module.css'
import { BottomBar } from './BottomBar.tsx'
import { IconRail } from './IconRail.tsx'
import { TopBar } from './TopBar.tsx'
import { useAlertClicks } from './use-alert-clicks.ts'
import { useNoise } from './use-noise.ts'
import { useOwnScreen } from './use-own-screen.ts'
import { useRealtime } from './use-realtime.ts'
import { useShortcutsKey } from './use-shortcuts-key.ts'
import { ViewingBanner } from './ViewingBanner.tsx'

/** Everything around a signed-in screen, and what runs as long as one is open. */
export function AppFrame() {
  const isPhone = useIsPhone()
  const session = useSession()
  useRealtime(useNoise())
  useShortcutsKey()
  useOwnScreen()
  useAlertClicks()

  // Signed out in this very moment: the router is on its way to the login.
  if (!session) return null
  return (
    <div className={classes.root}>
      {!isPhone && <IconRail />}
      <div className={classes.main}>
        {session.viewingAs && <ViewingBanner viewingAs={session.viewingAs} />}
        <TopBar />
        <div className={classes.screen}>
          <Outlet />
        </div>
        {isPhone && <BottomBar />}
      </div>
    </div>
  )
}
