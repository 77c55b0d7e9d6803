import { IconGripVertical } from '@tabler/icons-react'
import type { HTMLAttributes } from 'react'
import classes from './DragHandle.module.css'

/** Where the mouse drags a row; see `useDragOrder`. */
export const DragHandle = (props: HTMLAttributes<HTMLSpanElement>) => (
  <span {...props} className={classes.root} aria-hidden="true">
    <IconGripVertical size={16} stroke={1.75} />
  </span>
)
