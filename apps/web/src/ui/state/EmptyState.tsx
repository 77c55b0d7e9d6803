import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface Props {
  title: string
  /** It is all there is on the screen, so its title is the screen's. */
  isScreen?: boolean
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Says what belongs in an empty place and holds the button that starts it. Also for failed and forbidden places. */
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
