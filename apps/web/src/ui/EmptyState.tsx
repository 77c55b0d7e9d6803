import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface Props {
  title: string
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Says what belongs in an empty place and holds the button that starts it. Also for failed and forbidden places. */
export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <div className={classes.root}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
