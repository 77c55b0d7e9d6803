import type { ClosedBy, Slot } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useReasonText } from '../../entities/booking/use-reason-text.ts'
import { clock, longWeekday, monthDay } from '../../lib/time.ts'
import rowClasses from '../../ui/list/Rows.module.css'
import classes from './Availability.module.css'
import { ReasonLink } from './ReasonLink.tsx'

interface Props {
  explanation: { isFree: boolean; closedBy: ClosedBy[]; nearest: Slot[] }
  zone: string
  locationName: string
  /** Shows another time. */
  onTime: (time: Temporal.PlainDateTime) => void
}

/** The rules that close a time, each with a link to change it, and the nearest free times. */
export function Explanation({ explanation: { isFree, closedBy, nearest }, zone, locationName, onTime }: Props) {
  const { t } = useLingui()
  const reasonText = useReasonText({ zone, locationName })
  // The services of a visit may be closed for the same reason.
  const reasons = [...new Map(closedBy.map((reason) => [reasonText(reason), reason]))]
  if (isFree)
    return (
      <p className={classes.verdict} data-free role="status">
        <IconCircleCheck size={18} />
        <Trans>This time is free.</Trans>
      </p>
    )
  return (
    <section aria-label={t`Why this time is not free`}>
      <p className={classes.verdict} role="status">
        <IconCircleX size={18} />
        <Trans>This time is not free.</Trans>
      </p>
      <ul className={rowClasses.list}>
        {reasons.map(([text, reason]) => (
          <li key={text} className={classes.reason}>
            <span>{text}</span>
            <ReasonLink reason={reason} />
          </li>
        ))}
      </ul>
      <h2 className={classes.subtitle}>
        <Trans>Nearest free times</Trans>
      </h2>
      {nearest.length === 0 ? (
        <p className={classes.soft}>
          <Trans>There are none in the days around it.</Trans>
        </p>
      ) : (
        <ul className={classes.nearest}>
          {nearest.map(({ startsOnUtc }) => (
            <li key={startsOnUtc}>
              <Button
                size="xs"
                variant="default"
                onClick={() => onTime(Temporal.Instant.from(startsOnUtc).toZonedDateTimeISO(zone).toPlainDateTime())}
              >
                {longWeekday(startsOnUtc, zone)}, {monthDay(startsOnUtc, zone)}, {clock(startsOnUtc, zone)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
