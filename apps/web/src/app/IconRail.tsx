import { Trans, useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../lib/session/use-me.ts'
import { openModal } from '../ui/modals.ts'
import { AccountMenu } from './AccountMenu.tsx'
import classes from './IconRail.module.css'
import { placesFor } from './navigation.ts'

/** Where the screen begins, for who would rather not tab through the frame. */
export const SCREEN_ID = 'screen'

export function IconRail() {
  const { t, i18n } = useLingui()
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={classes.root} aria-label={t`Main`}>
      <button type="button" className={classes.skip} onClick={() => document.getElementById(SCREEN_ID)?.focus()}>
        <Trans>Skip to the page</Trans>
      </button>
      <img src="/favicon.svg" alt="Frontdesk" width={26} height={26} className={classes.brand} />
      {placesFor(me).map(({ to, under, label, icon: PlaceIcon }) => (
        <Link
          key={to}
          to={to}
          className={classes.place}
          data-tip={i18n._(label)}
          data-tip-at="right"
          aria-label={i18n._(label)}
          aria-current={path.startsWith(under) ? 'page' : undefined}
        >
          <PlaceIcon size={20} stroke={1.75} />
        </Link>
      ))}
      <div className={classes.space} />
      <button
        type="button"
        className={classes.place}
        data-tip={t`Search everything (Ctrl K)`}
        data-tip-at="right"
        aria-label={t`Search everything`}
        onClick={() => openModal('command-palette')}
      >
        <IconSearch size={20} stroke={1.75} />
      </button>
      <AccountMenu position="right-end" />
    </nav>
  )
}
