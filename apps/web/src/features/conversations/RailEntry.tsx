import type { ReactNode } from 'react'
import { UnreadCount } from '../../ui/UnreadCount.tsx'
import classes from './InboxRail.module.css'

interface Props {
  icon: ReactNode
  isOn: boolean
  count?: string | undefined
  unread?: number | undefined
  /** With Ctrl, ⌘ or Shift: beside the ones chosen already. */
  onClick: (isAdding: boolean) => void
  children: ReactNode
}

/** A place to go to beside the list, with how many conversations are there, and how many of them unread. */
export function RailEntry({ icon, isOn, count, unread = 0, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={classes.entry}
      aria-pressed={isOn}
      data-unread={unread > 0 || undefined}
      onClick={(event) => onClick(event.ctrlKey || event.metaKey || event.shiftKey)}
    >
      {icon}
      <span className={classes.name}>{children}</span>
      {unread > 0 && <UnreadCount count={unread} shownMax={999} />}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </button>
  )
}
