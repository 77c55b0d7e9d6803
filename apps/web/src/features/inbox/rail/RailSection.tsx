import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useStore } from '../../../lib/create-store.ts'
import { storedValue } from '../../../lib/stored-value.ts'
import classes from './InboxRail.module.css'

/** The sections that were folded or unfolded on this device. */
const toggled = storedValue<string[]>('frontdesk.rail-sections', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
)

interface Props {
  id: string
  title: string
  isFoldedAtFirst?: boolean
  /** A button beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** Entries of one kind under a title that folds them, which this device remembers. */
export function RailSection({ id, title, isFoldedAtFirst = false, action, children }: Props) {
  const all = useStore(toggled)
  const body = useId()
  const isToggled = all.includes(id)
  const isOpen = isFoldedAtFirst === isToggled
  return (
    <>
      <div className={classes.title}>
        <h3>
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => toggled.set(isToggled ? all.filter((one) => one !== id) : [...all, id])}
          >
            <IconChevronRight size={12} aria-hidden="true" />
            {title}
          </button>
        </h3>
        {action}
      </div>
      <div id={body} className={classes.section} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}
