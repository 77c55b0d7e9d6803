import type { BusinessHours } from '@frontdesk/contract/api'
import { isOpen, nextChange } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { clock, dayDistance, longWeekday, monthDay } from '../../lib/time.ts'
import classes from './BusinessHoursScreen.module.css'

const LOOK_EVERY_MS = 15_000

/** Whether the location is open by these hours, and until when. */
export function OpenNow({ hours }: { hours: BusinessHours }) {
  const [now, setNow] = useState(() => Temporal.Now.instant().toString())
  useEffect(() => {
    const timer = setInterval(() => setNow(Temporal.Now.instant().toString()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  let present: { isOpen: boolean; until: string | null }
  try {
    present = { isOpen: isOpen(hours, now), until: nextChange(hours, now) }
  } catch {
    // A time that is just being typed.
    return <span />
  }
  const until = present.until && <When instant={present.until} zone={hours.timeZone} now={now} />
  return (
    <span className={classes.now} data-open={present.isOpen || undefined} role="status">
      {present.isOpen ? (
        until ? (
          <Trans>Open now, closes {until}</Trans>
        ) : (
          <Trans>Open now</Trans>
        )
      ) : until ? (
        <Trans>Closed until {until}</Trans>
      ) : (
        <Trans>Closed</Trans>
      )}
    </span>
  )
}

function When({ instant, zone, now }: { instant: string; zone: string; now: string }) {
  const time = clock(instant, zone)
  // Distances are counted back from the later moment.
  const distance = dayDistance(now, zone, instant)
  if (distance === 'today') return <>{time}</>
  return (
    <>
      {distance === 'yesterday' || distance === 'this week' ? longWeekday(instant, zone) : monthDay(instant, zone)}{' '}
      {time}
    </>
  )
}
