import type { HoursException, OpenSpan } from '@frontdesk/contract/api'
import { areSpansApart, type HolidayCountry, holidaysFrom } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconFlag, IconTrash } from '@tabler/icons-react'
import { fullDate } from '../../lib/time.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { DayRow } from './DayRow.tsx'
import classes from './Hours.module.css'

interface Props {
  timeZone: string
  exceptions: HoursException[]
  onChange: (exceptions: HoursException[]) => void
  /** Shown when there are none ahead. */
  emptyText: string
  /** The hours of an added day; closed by default. */
  addedSpans?: OpenSpan[]
  /** Days that are listed elsewhere. */
  takenDates?: readonly string[]
  /** Default: true. */
  hasHolidays?: boolean
}

/** Days with different hours, from today on. */
export function HoursExceptions(props: Props) {
  const { timeZone, exceptions, onChange, emptyText, addedSpans = [], takenDates = [], hasHolidays = true } = props
  const { t } = useLingui()
  const today = Temporal.Now.plainDateISO(timeZone)
  const taken = new Set([...takenDates, ...exceptions.map(({ date }) => date)])
  const coming = exceptions.filter(({ date }) => date === '' || date >= today.toString())
  const past = exceptions.length - coming.length

  const setOne = (index: number, changes: Partial<HoursException>) =>
    onChange(exceptions.map((one, i) => (i === index ? { ...one, ...changes } : one)))
  const addHolidays = (country: HolidayCountry) =>
    onChange(
      [
        ...exceptions,
        ...holidaysFrom(country, today.toString())
          .filter(({ date }) => !taken.has(date))
          .map(({ date, name }) => ({ date, name, spans: [] })),
      ].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    )
  const addDay = () => {
    let date = today.add({ days: 1 })
    while (taken.has(date.toString())) date = date.add({ days: 1 })
    onChange([...exceptions, { date: date.toString(), name: '', spans: addedSpans }])
  }

  return (
    <>
      {coming.length === 0 && <p className={classes.soft}>{emptyText}</p>}
      {coming.length > 0 && (
        <div className={classes.week}>
          {exceptions.map((exception, index) => {
            const { date, name, spans } = exception
            if (date !== '' && date < today.toString()) return null
            const said = name || (date && fullDate(`${date}T12:00:00Z`, 'UTC')) || t`New exception`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the date changes while it is typed: no stable key.
              <div key={index} className={classes.exception}>
                <DayRow
                  name={said}
                  head={
                    <Group gap={6} wrap="nowrap">
                      <DateInput
                        w={152}
                        aria-label={t`Date of ${said}`}
                        min={today.toString()}
                        value={date}
                        onChange={(next) => setOne(index, { date: next })}
                      />
                      <TextInput
                        aria-label={t`Name of ${said}`}
                        placeholder={t`Name`}
                        maxLength={60}
                        flex={1}
                        value={name}
                        onChange={(event) => setOne(index, { name: event.currentTarget.value })}
                      />
                    </Group>
                  }
                  spans={spans}
                  isWrong={
                    !areSpansApart(spans) ||
                    takenDates.includes(date) ||
                    exceptions.some((one, i) => i !== index && one.date === date)
                  }
                  onChange={(next) => setOne(index, { spans: next })}
                />
                <ActionIcon
                  aria-label={t`Remove ${said}`}
                  onClick={() => onChange(exceptions.filter((_, i) => i !== index))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              </div>
            )
          })}
        </div>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" leftSection={<IconCalendarPlus size={15} />} onClick={addDay}>
          <Trans>Add a day</Trans>
        </Button>
        {hasHolidays && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<IconFlag size={15} />}>
                <Trans>Add holidays</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => addHolidays('US')}>
                <Trans>US federal holidays</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => addHolidays('CA')}>
                <Trans>Canadian holidays</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {past > 0 && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => onChange(exceptions.filter(({ date }) => date >= today.toString()))}
          >
            <Trans>Remove {past} past exceptions</Trans>
          </Button>
        )}
      </Group>
    </>
  )
}
