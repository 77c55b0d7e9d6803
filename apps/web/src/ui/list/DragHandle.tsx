import { IconGripVertical } from '@tabler/icons-react'
import type { HTMLAttributes } from 'react'
import classes from './DragHandle.module.css'

/** Handle for dragging a row with the mouse; see `useDragOrder`. */
export const DragHandle = (props: HTMLAttributes<HTMLSpanElement>) => (
  <span {...props} className={classes.root} aria-hidden="true">
    <IconGripVertical size={16} stroke={1.75} />
  </span>
)
