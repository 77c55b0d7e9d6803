import type { HoursException } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Group, TextInput } from '@mantine/core'
import { BookingsDuring } from '../../entities/booking/BookingsOutside.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { daysBetween } from './day-ranges.ts'

/** The server's limit of days with an exception. */
const DAYS_MAX = 200

interface Props {
  resourceID: string
  timeZone: string
  takenDates: readonly string[]
  onAdd: (days: HoursException[]) => void
  onClose: () => void
}

/** Adds days off, from a first to a last day. */
export function TimeOffModal({ resourceID, timeZone, takenDates, onAdd, onClose }: Props) {
  const { t } = useLingui()
  const today = Temporal.Now.plainDateISO(timeZone)
  const tomorrow = today.add({ days: 1 }).toString()
  const form = useApiForm({
    initial: { from: tomorrow, until: tomorrow, name: '' },
    rules: {
      until: (until, { from }) => {
        if (until < from) return t`Choose a day after the first one.`
        const dates = new Set([...takenDates, ...(daysApart(from, until) > DAYS_MAX ? [] : daysBetween(from, until))])
        const isTooLong = daysApart(from, until) > DAYS_MAX || dates.size > DAYS_MAX
        return isTooLong && t`You can plan up to ${DAYS_MAX} days in advance.`
      },
    },
    save: async ({ from, until, name }) =>
      onAdd(daysBetween(from, until).map((date) => ({ date, name: name.trim(), spans: [] }))),
  })
  const { from, until } = form.values
  return (
    <FormModal title={t`Add time off`} submitLabel={t`Add`} form={form} onClose={onClose}>
      <Group grow gap="sm" align="flex-start">
        <DateInput
          label={t`First day`}
          min={today.toString()}
          value={from}
          onChange={(date) => form.merge(({ until }) => (until < date ? { from: date, until: date } : { from: date }))}
        />
        <DateInput label={t`Last day`} min={from} {...form.control('until')} />
      </Group>
      <TextInput
        label={t`Reason`}
        description={t`Only your team sees it.`}
        placeholder={t`Such as: Vacation`}
        maxLength={60}
        {...form.text('name')}
      />
      {until >= from && (
        <BookingsDuring
          resourceID={resourceID}
          startsOnUtc={startOf(from, timeZone)}
          endsOnUtc={startOf(Temporal.PlainDate.from(until).add({ days: 1 }).toString(), timeZone)}
        />
      )}
    </FormModal>
  )
}

const startOf = (date: string, zone: string): string =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()

const daysApart = (from: string, until: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days
