import { Trans, useLingui } from '@lingui/react/macro'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../../lib/session/use-me.ts'
import classes from './BottomBar.module.css'
import { destinationsFor } from './navigation.ts'
import { UnreadMark } from './UnreadMark.tsx'

/** Navigation on a phone; hidden while a conversation is open, which needs the space. */
export function BottomBar({ unread }: { unread: number }) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (/^\/conversations\/./.test(path)) return null
  const all = destinationsFor(me)
  const destinations = all.filter(({ isOnlyInMenu }) => !isOnlyInMenu)
  const isInMenu = path === '/menu' || all.some(({ isOnlyInMenu, under }) => isOnlyInMenu && path.startsWith(under))
  return (
    <nav className={classes.root} data-bottom-bar aria-label={t`Main`}>
      {destinations.map(({ to, under, label, icon: DestinationIcon }) => (
        <Link
          key={to}
          to={to}
          className={classes.destination}
          aria-current={path.startsWith(under) ? 'page' : undefined}
        >
          <DestinationIcon size={22} stroke={1.75} />
          {i18n._(label)}
          {to === '/conversations' && <UnreadMark count={unread} />}
        </Link>
      ))}
      <Link to="/menu" className={classes.destination} aria-current={isInMenu ? 'page' : undefined}>
        <IconMenu2 size={22} stroke={1.75} />
        <Trans>Menu</Trans>
      </Link>
    </nav>
  )
}
