import { useLingui } from '@lingui/react/macro'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from './NotificationBell.module.css'
import { unreadNotifications } from './queries.ts'

const SHOWN_MAX = 99

/** The link to the notifications, with the number of unread ones. */
export function NotificationBell() {
  const { t } = useLingui()
  const unread = useQuery(unreadNotifications).data ?? 0
  return (
    <Link
      to="/notifications"
      className={classes.root}
      aria-label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
      data-tip={t`Notifications`}
      data-tip-at="below-left"
    >
      <IconBell size={19} stroke={1.75} />
      {unread > 0 && <span className={classes.badge}>{unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}</span>}
    </Link>
  )
}
