import { useLingui } from '@lingui/react/macro'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { useCurrentInView } from '../../ui/list/use-current-in-view.ts'
import classes from './BookingsFrame.module.css'
import { bookingPagesFor } from './booking-pages.ts'

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')

/** The pages of the bookings area, with links to each above them. */
export function BookingsFrame() {
  const { t, i18n } = useLingui()
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => withoutSlash(pathname) })
  const navigation = useRef<HTMLElement>(null)
  useCurrentInView(navigation, path)
  return (
    <div className={classes.root}>
      <nav ref={navigation} className={classes.navigation} aria-label={t`Bookings`}>
        {bookingPagesFor(me).map(({ to, under, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.link}
            // The first page is above the others.
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={path === to || (under && path.startsWith(under)) ? 'page' : undefined}
          >
            {i18n._(label)}
          </Link>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  )
}
