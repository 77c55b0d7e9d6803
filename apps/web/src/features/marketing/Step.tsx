import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import rows from '../../ui/list/Rows.module.css'
import classes from './Marketing.module.css'

interface Props {
  state: 'done' | 'missing' | 'unknown'
  title: string
  text: ReactNode
  action?: ReactNode
}

/** One thing that a business needs before it sends marketing texts. */
export function Step({ state, title, text, action }: Props) {
  return (
    <li className={`${rows.row} ${classes.step}`}>
      {state === 'done' ? (
        <IconCircleCheck size={20} className={classes.done} aria-hidden="true" />
      ) : state === 'missing' ? (
        <IconAlertCircle size={20} className={classes.missing} aria-hidden="true" />
      ) : (
        <IconInfoCircle size={20} className={classes.icon} aria-hidden="true" />
      )}
      <div className={rows.what}>
        <div className={classes.title}>{title}</div>
        <div className={classes.text}>{text}</div>
      </div>
      {action}
    </li>
  )
}
