import type { Slot, Visit } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { slotsQuery } from '../../entities/booking/queries.ts'
import { clock, dayKey, isOtherClock, longWeekday, monthDay, zoneName } from '../../lib/time.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Bookings.module.css'

interface Props {
  visit: Visit
  zone: string
  /** The first day shown. */
  from: string
  onFrom: (date: string) => void
  value: string | null
  onChange: (startsOnUtc: string) => void
  bookingID?: string
  /** Action offered while no time is free. */
  onWait?: () => void
}

const DAYS = 7

/** Selects one of the free times of a week, or any other time. */
export function SlotPicker({ visit, zone, from, onFrom, value, onChange, bookingID, onWait }: Props) {
  const { t } = useLingui()
  const slots = useQuery(slotsQuery({ visit, from, days: DAYS, bookingID }))
  const step = (days: number) => onFrom(Temporal.PlainDate.from(from).add({ days }).toString())
  return (
    <div>
      <div className={classes.pickerHead}>
        <Button variant="default" px="sm" aria-label={t`Earlier`} onClick={() => step(-DAYS)}>
          <IconChevronLeft size={16} />
        </Button>
        <DateInput aria-label={t`From`} value={from} onChange={(date) => date && onFrom(date)} />
        <Button variant="default" px="sm" aria-label={t`Later`} onClick={() => step(DAYS)}>
          <IconChevronRight size={16} />
        </Button>
      </div>
      {isOtherClock(value ?? Temporal.PlainDate.from(from).toZonedDateTime(zone).toInstant().toString(), zone) && (
        <p className={classes.soft}>
          <Trans>Times are in {zoneName(zone)}.</Trans>
        </p>
      )}
      <QueryState query={slots} rows={4}>
        {(data) => (
          <div className={classes.days}>
            <Days slots={data.slots} zone={zone} value={value} onChange={onChange} onWait={onWait} />
          </div>
        )}
      </QueryState>
      <OtherTime zone={zone} from={from} value={value} onChange={onChange} />
    </div>
  )
}

type DaysProps = Pick<Props, 'zone' | 'value' | 'onChange'>

interface DaysOptions extends DaysProps {
  slots: readonly Slot[]
  onWait: (() => void) | undefined
}

function Days({ slots, zone, value, onChange, onWait }: DaysOptions) {
  if (slots.length === 0)
    return (
      <p className={classes.soft}>
        <Trans>No free times on these days.</Trans>{' '}
        {onWait && (
          <Button size="compact-xs" variant="default" onClick={onWait}>
            <Trans>Add to the waitlist</Trans>
          </Button>
        )}
      </p>
    )
  return [...Map.groupBy(slots, ({ startsOnUtc }) => dayKey(startsOnUtc, zone))].map(([day, ofDay]) => {
    const [{ startsOnUtc: first } = { startsOnUtc: '' }] = ofDay
    return (
      <section key={day} aria-label={`${longWeekday(first, zone)}, ${monthDay(first, zone)}`}>
        <h3 className={classes.day}>
          {longWeekday(first, zone)}, {monthDay(first, zone)}
        </h3>
        <div className={`${classes.slots} ${classes.aligned}`}>
          {ofDay.map(({ startsOnUtc, seatsLeft }) => (
            <Button
              key={startsOnUtc}
              size="xs"
              variant={startsOnUtc === value ? 'filled' : 'default'}
              aria-pressed={startsOnUtc === value}
              onClick={() => onChange(startsOnUtc)}
            >
              {clock(startsOnUtc, zone)}
              {seatsLeft !== null && <span className={classes.seats}>({seatsLeft})</span>}
            </Button>
          ))}
        </div>
      </section>
    )
  })
}

/** Selects any time of a day. Whether it can be booked is checked on submit. */
function OtherTime({ zone, from, value, onChange }: DaysProps & { from: string }) {
  const { t } = useLingui()
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const wall = value === null ? null : Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDateTime()
  const date = wall?.toPlainDate().toString() ?? chosenDay ?? from
  const time = wall?.toPlainTime().toString({ smallestUnit: 'minute' }) ?? null
  const choose = (day: string, at: string) =>
    onChange(Temporal.PlainDateTime.from(`${day}T${at}`).toZonedDateTime(zone).toInstant().toString())
  return (
    <Group grow gap="sm" align="flex-start" mt="sm">
      <DateInput
        label={t`Day`}
        value={date}
        onChange={(day) => {
          setChosenDay(day)
          if (day && time) choose(day, time)
        }}
      />
      <TimeSelect label={t`Time`} placeholder={t`Choose`} value={time} onChange={(at) => choose(date, at)} />
    </Group>
  )
}
