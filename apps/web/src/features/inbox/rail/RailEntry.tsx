import type { ReactNode } from 'react'
import { UnreadCount } from '../../../ui/text/UnreadCount.tsx'
import classes from './InboxRail.module.css'

interface Props {
  icon: ReactNode
  isOn: boolean
  count?: string | undefined
  unread?: number | undefined
  /** The count needs attention. */
  isAlarming?: boolean
  onClick: () => void
  children: ReactNode
}

/** A view in the rail, with its number of conversations and of unread ones. */
export function RailEntry({ icon, isOn, count, unread = 0, isAlarming = false, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={classes.entry}
      aria-current={isOn ? 'true' : undefined}
      data-unread={unread > 0 || undefined}
      data-alarming={isAlarming || undefined}
      onClick={onClick}
    >
      {icon}
      <span className={classes.name}>{children}</span>
      {unread > 0 && <UnreadCount count={unread} shownMax={999} />}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </button>
  )
}
