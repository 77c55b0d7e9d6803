import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingSearch,
  clearBookingFilters,
  countBookingFilters,
  FILTER_IDS_MAX,
  joinList,
  splitList,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { SOURCE_TEXTS, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { FilterChips } from '../../ui/list/FilterChips.tsx'
import { FilterSelect } from '../../ui/list/FilterSelect.tsx'
import { FilterToolbar } from '../../ui/list/FilterToolbar.tsx'
import { SaveAsView } from './BookingViews.tsx'
import { useBookingChips } from './use-booking-chips.ts'

interface Props {
  search: BookingSearch
  onSearch: (search: BookingSearch) => void
}

/** Search field, filters and active filters of the list. */
export function BookingFilters({ search, onSearch }: Props) {
  const { t } = useLingui()
  return (
    <FilterToolbar
      label={t`Filter bookings`}
      searchLabel={t`Search name or number`}
      q={search.q}
      onQ={(q) => onSearch({ ...search, q })}
      count={countBookingFilters(search)}
      fields={() => <Fields search={search} onSearch={onSearch} />}
      actions={<SaveAsView search={search} />}
      chips={
        <FilterChips
          chips={useBookingChips(search)}
          onRemove={(without) => onSearch({ ...search, ...without })}
          action={{ label: t`Clear filters`, onClick: () => onSearch(clearBookingFilters(search)) }}
        />
      }
    />
  )
}

type ListKey = 'status' | 'source' | 'service' | 'teammate' | 'room' | 'location'

function Fields({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const services = useBookingServices()
  const resources = useBookingResources()
  const field = (key: ListKey) => ({
    value: splitList(search[key]),
    onChange: (values: string[]) => onSearch({ ...search, [key]: joinList(values.slice(0, FILTER_IDS_MAX)) }),
  })
  const choices = (items: readonly { id: string; name: string; isArchived?: boolean }[]) =>
    items.map(({ id, name, isArchived }) => ({ value: id, label: isArchived ? t`${name} (archived)` : name }))
  const teammates = resources.filter(({ kind }) => kind === 'teammate')
  const rooms = resources.filter(({ kind }) => kind !== 'teammate')
  return (
    <Stack gap="sm">
      <DateRangeField
        label={t`Date of the visit`}
        value={search}
        onChange={(dates) => onSearch({ ...search, ...dates })}
      />
      <FilterSelect
        label={t`Status`}
        anything={t`Any status`}
        data={BOOKING_STATUSES.map((status) => ({ value: status, label: i18n._(STATUS_TEXTS[status]) }))}
        {...field('status')}
      />
      <FilterSelect label={t`Service`} anything={t`Any service`} data={choices(services)} {...field('service')} />
      <FilterSelect label={t`Teammate`} anything={t`Anyone`} data={choices(teammates)} {...field('teammate')} />
      {rooms.length > 0 && (
        <FilterSelect label={t`Room or equipment`} anything={t`Any`} data={choices(rooms)} {...field('room')} />
      )}
      {locations.length > 1 && locationId === null && (
        <FilterSelect
          label={t`Location`}
          anything={t`All locations`}
          data={choices(locations)}
          {...field('location')}
        />
      )}
      <FilterSelect
        label={t`Source`}
        anything={t`Any source`}
        data={BOOKING_SOURCES.map((source) => ({ value: source, label: i18n._(SOURCE_TEXTS[source]) }))}
        {...field('source')}
      />
    </Stack>
  )
}
