import type { GroupOutcomes } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { serverNow } from '../../lib/server-time.ts'
import { clock, dayDistance, exact, moment } from '../../lib/time.ts'
import classes from './Group.module.css'

const RECENT_MS = 10_000

/** Whether deliveries were counted. Until then only the number of recipients may be known. */
export const isCounted = ({ countedOnUtc }: Pick<GroupOutcomes, 'countedOnUtc'>): boolean => countedOnUtc !== null

/** Whether progress was counted; it is counted before deliveries and replies. */
export const isProgressCounted = (stats: GroupOutcomes): boolean =>
  isCounted(stats) || Object.values(stats.outcomes).some((count) => count > 0)

/** When figures were counted, if not just now: those of many recipients are stored. */
export function CountedAt({ stats: { countedOnUtc } }: { stats: Pick<GroupOutcomes, 'countedOnUtc'> }) {
  if (countedOnUtc === null)
    return (
      <p className={classes.counted} role="status">
        <Trans>Counting…</Trans>
      </p>
    )
  if (serverNow() - Date.parse(countedOnUtc) < RECENT_MS) return null
  const time = dayDistance(countedOnUtc) === 'today' ? clock(countedOnUtc) : moment(countedOnUtc)
  return (
    <p className={classes.counted} title={exact(countedOnUtc)}>
      <Trans>As of {time}</Trans>
    </p>
  )
}
