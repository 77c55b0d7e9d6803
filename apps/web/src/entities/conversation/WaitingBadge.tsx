import { useLingui } from '@lingui/react/macro'
import { IconHourglass } from '@tabler/icons-react'
import { useWaitingMinutes } from './use-waiting-minutes.ts'
import classes from './WaitingBadge.module.css'

/** A reply within this many open minutes is on time. */
const TARGET_MINUTES = 30

/** How long a contact has waited for a reply, in a list row; highlighted once that is too long. */
export function WaitingBadge({ since, locationID }: { since: string; locationID: string }) {
  const { t } = useLingui()
  const waiting = useWaitingMinutes(since, locationID)
  if (!waiting) return null
  const { minutes, isInHours } = waiting
  const isLate = minutes >= TARGET_MINUTES
  const h = Math.floor(minutes / 60)
  const days = Math.floor(h / 24)
  return (
    <span
      className={classes.root}
      data-late={isLate || undefined}
      title={isInHours ? t`Waiting for a reply, in opening hours` : t`Waiting for a reply`}
    >
      {isLate && <IconHourglass size={11} aria-hidden="true" />}
      {minutes < 1 ? t`< 1 min` : minutes < 60 ? t`${minutes} min` : h < 48 ? t`${h} h` : t`${days} d`}
    </span>
  )
}
