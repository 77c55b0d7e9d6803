import { Trans, useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { AccountMenu } from '../account/AccountMenu.tsx'
import classes from './IconRail.module.css'
import { destinationsFor } from './navigation.ts'
import { UnreadMark } from './UnreadMark.tsx'

/** Target of the skip link: the start of the screen's content. */
export const SCREEN_ID = 'screen'

interface Props {
  /** Conversations. */
  unread: number
}

export function IconRail({ unread }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={classes.root} aria-label={t`Main`}>
      <button type="button" className={classes.skip} onClick={() => document.getElementById(SCREEN_ID)?.focus()}>
        <Trans>Skip to main content</Trans>
      </button>
      <img src="/favicon.svg" alt="Frontdesk" width={26} height={26} className={classes.brand} />
      {destinationsFor(me).map(({ to, under, label, icon: DestinationIcon }) => (
        <Link
          key={to}
          to={to}
          className={classes.destination}
          aria-current={path.startsWith(under) ? 'page' : undefined}
        >
          <DestinationIcon size={20} stroke={1.75} />
          <span>{i18n._(label)}</span>
          {to === '/conversations' && <UnreadMark count={unread} />}
        </Link>
      ))}
      <div className={classes.space} />
      <button
        type="button"
        className={classes.destination}
        data-tip={t`Search and commands (Ctrl K)`}
        data-tip-at="right"
        onClick={() => openModal('command-palette')}
      >
        <IconSearch size={20} stroke={1.75} />
        <span>
          <Trans>Search</Trans>
        </span>
      </button>
      <AccountMenu position="right-end" />
    </nav>
  )
}
