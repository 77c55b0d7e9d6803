import type { Location } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { ResourceSelect } from '../../../entities/booking-resource/ResourceSelect.tsx'
import { useLocations } from '../../../entities/location/queries.ts'
import { serverInstant } from '../../../lib/server-time.ts'
import { isOtherClock, zoneName } from '../../../lib/time.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import classes from './Calendar.module.css'
import { type CalendarSearch, shownDates, stepDate } from './calendar-search.ts'

interface Props {
  search: CalendarSearch
  onSearch: (search: CalendarSearch) => void
  date: string
  today: string
  location: Location
}

/** Toolbar of the calendar: days, view, teammates or rooms, and location. */
export function CalendarBar({ search, onSearch, date, today, location }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const resources = useBookingResources()
  const isPhone = useIsPhone()
  const { view } = search
  const set = (changes: CalendarSearch) => onSearch({ ...search, ...changes })
  const go = (direction: number) => set({ date: stepDate(date, view, direction) })
  const label = (day: string, options: Intl.DateTimeFormatOptions) =>
    i18n.date(new Date(`${day}T12:00:00Z`), { ...options, timeZone: 'UTC' })
  const dates = shownDates(date, view)
  const [first = date, last = date] = [dates[0], dates.at(-1)]
  const short = { month: 'short', day: 'numeric' } as const
  const period =
    view === 'week'
      ? `${label(first, short)} – ${label(last, { ...short, year: 'numeric' })}`
      : view === 'month'
        ? label(date, { month: 'long', year: 'numeric' })
        : label(date, { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <>
      <p className={classes.printed} aria-hidden>
        {location.name} · {period}
      </p>
      <div className={classes.bar}>
        <Group gap="xs">
          <Button variant="default" disabled={date === today} onClick={() => set({ date: undefined })}>
            <Trans>Today</Trans>
          </Button>
          <ActionIcon variant="default" size={36} aria-label={t`Earlier`} onClick={() => go(-1)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t`Later`} onClick={() => go(1)}>
            <IconChevronRight size={18} />
          </ActionIcon>
          <DateInput
            w={isPhone ? 170 : 150}
            aria-label={t`Day`}
            value={date}
            onChange={(day) => day !== '' && set({ date: day })}
          />
          <strong aria-live="polite">{period}</strong>
          {isOtherClock(serverInstant(), location.timeZone) && (
            <span className={classes.soft}>{zoneName(location.timeZone)}</span>
          )}
        </Group>
        <Group gap="xs">
          {locations.length > 1 && (
            <Select
              aria-label={t`Location`}
              data={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={location.id}
              allowDeselect={false}
              onChange={(id) => id !== null && set({ location: id })}
            />
          )}
          {view !== undefined && (
            <ResourceSelect
              aria-label={t`Teammate, room, or equipment`}
              placeholder={t`Everyone`}
              isClearable
              w={200}
              resources={resources.filter(
                (resource) => !resource.isArchived && resource.locationIDs.includes(location.id),
              )}
              value={resources.some(({ id }) => id === search.with) ? (search.with ?? null) : null}
              onChange={(id) => set({ with: id ?? undefined })}
            />
          )}
          <SegmentedControl
            aria-label={t`View`}
            data={[
              { value: 'day', label: t`Day` },
              { value: 'week', label: t`Week` },
              { value: 'month', label: t`Month` },
            ]}
            value={view ?? 'day'}
            onChange={(next) => set({ view: next === 'week' || next === 'month' ? next : undefined })}
          />
          {view === undefined && !isPhone && (
            <SegmentedControl
              aria-label={t`Columns`}
              data={[
                { value: 'people', label: t`People` },
                { value: 'rooms', label: t`Rooms` },
              ]}
              value={search.by ?? 'people'}
              onChange={(next) => set({ by: next === 'rooms' ? 'rooms' : undefined })}
            />
          )}
          {!isPhone && (
            <ActionIcon variant="default" size={36} aria-label={t`Print`} onClick={() => window.print()}>
              <IconPrinter size={18} />
            </ActionIcon>
          )}
        </Group>
      </div>
    </>
  )
}
