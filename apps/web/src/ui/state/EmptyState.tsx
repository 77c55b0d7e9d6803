import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface Props {
  title: string
  /** It fills the screen, so its title is the main heading. */
  isScreen?: boolean
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Explains an empty list or screen, with a button to add the first item. Also for failures and missing permissions. */
export function EmptyState({ title, isScreen, text, icon, action }: Props) {
  const Title = isScreen ? 'h1' : 'p'
  return (
    <div className={classes.root}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
