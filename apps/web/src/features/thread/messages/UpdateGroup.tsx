import type { LogUpdate } from '@frontdesk/contract/api'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { clock, exact } from '../../../lib/time.ts'
import classes from './Bubble.module.css'
import type { MessageRow } from './message-rows.ts'
import { countKinds } from './update-groups.ts'

const KIND_TEXTS: Partial<Record<LogUpdate['kind'], MessageDescriptor>> = {
  opened: msg`reopened`,
  closed: msg`closed`,
  assigned: msg`assigned`,
  unassigned: msg`unassigned`,
  foldered: msg`moved to a folder`,
  moved: msg`location changed`,
  renamed: msg`renamed`,
  snoozed: msg`snoozed`,
  unsnoozed: msg`unsnoozed`,
  reassigned: msg`reassigned`,
  handled: msg`no reply needed`,
  'status-changed': msg`status changed`,
}

interface Props {
  rows: readonly MessageRow[]
  zone: string
  /** Each on a line of its own. */
  children: ReactNode
}

/** Several updates in a row as one line; a press shows each of them. */
export function UpdateGroup({ rows, zone, children }: Props) {
  const { i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const last = rows.at(-1)?.message
  const parts = [...countKinds(rows)].map(([kind, count]) => {
    const text = KIND_TEXTS[kind]
    return `${text ? i18n._(text) : kind}${count > 1 ? ` ${count}×` : ''}`
  })
  const summary = parts.join(', ')
  return (
    <>
      <p className={classes.update}>
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {summary.charAt(0).toLocaleUpperCase() + summary.slice(1)}
          <IconChevronRight size={12} aria-hidden="true" />
        </button>{' '}
        {last && <time title={exact(last.dateCreated, zone)}>{clock(last.dateCreated)}</time>}
      </p>
      {isOpen && children}
    </>
  )
}
