import type { SlotTaken } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { OVERRIDE_TEXTS } from '../../entities/booking/booking-texts.ts'
import { overridesFor } from '../../entities/booking/slot-taken.ts'
import { useReasonText } from '../../entities/booking/use-reason-text.ts'
import { clock, longWeekday, monthDay } from '../../lib/time.ts'
import classes from './Bookings.module.css'

interface Props {
  taken: SlotTaken
  zone: string
  locationName: string
  isIgnoring: boolean
  onIgnore: (isIgnoring: boolean) => void
  onChoose: (startsOnUtc: string) => void
}

/** Why a time is not free: the rules, the nearest free times, and an override if a teammate may ignore the rules. */
export function TakenNote({ taken, zone, locationName, isIgnoring, onIgnore, onChoose }: Props) {
  const { i18n } = useLingui()
  const reasonText = useReasonText({ zone, locationName })
  const overrides = overridesFor(taken)
  const reasonsOf = (closedBy: SlotTaken['closedBy']) => [...new Set(closedBy.map(reasonText))]
  const dayText = (instant: string) => `${longWeekday(instant, zone)}, ${monthDay(instant, zone)}`
  const reasons = taken.clashes
    ? taken.clashes.map(({ startsOnUtc, closedBy }) => `${dayText(startsOnUtc)}: ${reasonsOf(closedBy).join(' ')}`)
    : reasonsOf(taken.closedBy)
  return (
    <div role="alert" className={classes.taken}>
      <strong>
        {taken.clashes ? (
          <Trans>Not all visits of the series are free, so none is booked or moved.</Trans>
        ) : (
          <Trans>This time is not free.</Trans>
        )}
      </strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {taken.nearest.length > 0 && (
        <div className={classes.slots}>
          {taken.nearest.map(({ startsOnUtc }) => (
            <Button key={startsOnUtc} size="xs" variant="default" onClick={() => onChoose(startsOnUtc)}>
              {dayText(startsOnUtc)}, {clock(startsOnUtc, zone)}
            </Button>
          ))}
        </div>
      )}
      {overrides && (
        <Checkbox
          mt="xs"
          checked={isIgnoring}
          onChange={(event) => onIgnore(event.currentTarget.checked)}
          label={overrides.map((rule) => i18n._(OVERRIDE_TEXTS[rule])).join('. ')}
        />
      )}
    </div>
  )
}
