import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { TeamPresence } from '../../features/presence/TeamPresence.tsx'
import { UndeliveredPill } from '../../features/undelivered/UndeliveredPill.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { ConnectionPill } from '../banner/ConnectionPill.tsx'
import { LocationSwitcher } from '../location/LocationSwitcher.tsx'
import classes from './TopBar.module.css'

export function TopBar() {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const isReading = useLocation({ select: ({ pathname }) => /^\/conversations\/./.test(pathname) })
  // Hidden on a phone while a conversation is open, which needs the space, except for a lost connection.
  if (isPhone && isReading) {
    return (
      <div className={classes.strip}>
        <ConnectionPill />
      </div>
    )
  }
  return (
    <section className={classes.root} aria-label={t`Location and connection`}>
      <LocationSwitcher />
      <div className={classes.end}>
        <ConnectionPill />
        <UndeliveredPill />
        <TeamPresence />
        <NotificationBell />
      </div>
    </section>
  )
}
