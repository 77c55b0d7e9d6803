import type { BookingResource } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Select, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BookingsDuring } from '../../entities/booking/BookingsOutside.tsx'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations, useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { isOtherClock, zoneName } from '../../lib/time.ts'
import { periodEdge } from '../../lib/wall-time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'

const REASON_MAX = 200
const MORNING_HOUR = 9
const LATE_HOUR = 20

interface Props {
  resource: BookingResource
  locationID?: string | undefined
  /** Initial values. */
  time?: { date: string; from: string; until: string } | undefined
  onClose: () => void
}

/** Blocks a time of a day, in the zone of the location. One that ends at midnight ends with the day. */
export function BlockTimeModal({ resource, locationID, time, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations().filter(({ id }) => resource.locationIDs.includes(id))
  const chosen = useStore(chosenLocation)
  const first = locations.find(({ id }) => id === (locationID ?? chosen)) ?? locations[0]
  const firstZone = useTimeZone(first?.id)
  const form = useApiForm({
    initial: {
      locationID: first?.id ?? null,
      ...(time ?? nextHour(firstZone)),
      reason: '',
    },
    rules: { until: (until, { from }) => !isAfter(until, from) && t`Choose a time after the first one.` },
    errorFields: { TooManyBlocks: 'until' },
    save: async ({ locationID: at, date, from, until, reason }) => {
      const time = period({ date, from, until }, zone)
      await api.bookingHours.block({ resourceID: resource.id, ...(at && { locationID: at }), ...time, reason })
      void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      await cache.invalidateQueries({ queryKey: bookingResourcesQuery.queryKey })
    },
  })
  const { values } = form
  const zone = useTimeZone(values.locationID ?? undefined)
  const isValid = values.date !== '' && isAfter(values.until, values.from)
  const hasSeveralZones = new Set(locations.map(({ timeZone }) => timeZone)).size > 1
  return (
    <FormModal title={t`Block time of ${resource.name}`} submitLabel={t`Block time`} form={form} onClose={onClose}>
      {hasSeveralZones && (
        <Select
          label={t`Location`}
          description={t`The times are in its time zone. The block applies at all locations.`}
          allowDeselect={false}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.control('locationID')}
        />
      )}
      <DateInput label={t`Date`} min={Temporal.Now.plainDateISO(zone).toString()} {...form.control('date')} />
      <Group grow gap="sm" align="flex-start">
        <TimeSelect label={t`From`} {...form.control('from')} />
        <TimeSelect label={t`Until`} {...form.control('until')} />
      </Group>
      {isOtherClock(serverInstant(), zone) && (
        <Text size="xs" c="dimmed">
          <Trans>Times are in {zoneName(zone)}.</Trans>
        </Text>
      )}
      <TextInput
        label={t`Reason`}
        description={t`Only those who can change these hours see it.`}
        placeholder={t`Such as: Meeting`}
        maxLength={REASON_MAX}
        {...form.text('reason')}
      />
      {isValid && <BookingsDuring resourceID={resource.id} {...period(values, zone)} />}
    </FormModal>
  )
}

/** Midnight ends the day. */
const isAfter = (until: string, from: string): boolean => until === '00:00' || until > from

/** The next whole hour of a day at the location; late in the evening, that of tomorrow morning. */
function nextHour(zone: string) {
  const now = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone)
  const isLate = now.hour >= LATE_HOUR
  const hour = isLate ? MORNING_HOUR : now.hour + 1
  const time = (hours: number) => `${String(hours).padStart(2, '0')}:00`
  return {
    date: now
      .toPlainDate()
      .add({ days: isLate ? 1 : 0 })
      .toString(),
    from: time(hour),
    until: time(hour + 1),
  }
}

function period({ date, from, until }: { date: string; from: string; until: string }, zone: string) {
  const day = Temporal.PlainDate.from(date)
  const lastDay = until === '00:00' ? day.add({ days: 1 }) : day
  return {
    startsOnUtc: periodEdge(day.toPlainDateTime(from), zone, 'start').toString(),
    endsOnUtc: periodEdge(lastDay.toPlainDateTime(until), zone, 'end').toString(),
  }
}
