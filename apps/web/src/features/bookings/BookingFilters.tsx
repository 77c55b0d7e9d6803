import { BOOKING_SOURCES, BOOKING_STATUSES, joinList, splitList } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { SOURCE_TEXTS, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { RANGE_TEXTS } from '../../ui/input/date-range-texts.ts'
import { type FilterChip, FilterChips } from '../../ui/list/FilterChips.tsx'
import { FilterSelect } from '../../ui/list/FilterSelect.tsx'
import { FilterToolbar } from '../../ui/list/FilterToolbar.tsx'
import { type BookingSearch, countBookingFilters, readStatuses } from './booking-search.ts'

interface Props {
  search: BookingSearch
  onSearch: (search: BookingSearch) => void
}

/** Search field and filters of the list, and the filters in use. */
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
      chips={<Chips search={search} onSearch={onSearch} />}
    />
  )
}

function Fields({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const resources = useBookingResources()
  const set = (changes: BookingSearch) => onSearch({ ...search, ...changes })
  return (
    <Stack gap="sm">
      <DateRangeField label={t`Date of the visit`} value={search} onChange={set} />
      <FilterSelect
        label={t`Status`}
        anything={t`Any status`}
        value={splitList(search.status)}
        onChange={(statuses) => set({ status: joinList(statuses) })}
        data={BOOKING_STATUSES.map((status) => ({ value: status, label: i18n._(STATUS_TEXTS[status]) }))}
      />
      <ServiceSelect
        label={t`Service`}
        placeholder={t`Any service`}
        isClearable
        value={search.service ?? null}
        onChange={(service) => set({ service: service ?? undefined })}
      />
      <ResourceSelect
        label={t`With`}
        placeholder={t`Anyone`}
        isClearable
        resources={resources}
        value={search.resource ?? null}
        onChange={(resource) => set({ resource: resource ?? undefined })}
      />
      {locations.length > 1 && locationId === null && (
        <FilterSelect
          label={t`Location`}
          anything={t`All locations`}
          value={splitList(search.location)}
          onChange={(ids) => set({ location: joinList(ids) })}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <NativeSelect
        label={t`Source`}
        value={search.source ?? ''}
        onChange={({ currentTarget: { value } }) => set({ source: BOOKING_SOURCES.find((each) => each === value) })}
        data={[
          { value: '', label: t`Any source` },
          ...BOOKING_SOURCES.map((source) => ({ value: source, label: i18n._(SOURCE_TEXTS[source]) })),
        ]}
      />
    </Stack>
  )
}

function Chips({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const services = useBookingServices()
  const resources = useBookingResources()
  const locations = useLocations()
  const { range, from, until, status, source, service, resource } = search
  const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
  const ids = splitList(search.location)
  const statuses = readStatuses(status)
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((each) => each.id === id)?.name ?? t`Unknown`
  const chips: FilterChip<BookingSearch>[] = [
    ...(range
      ? [
          {
            key: 'range',
            label: range === 'custom' ? `${day(from)} – ${day(until)}` : i18n._(RANGE_TEXTS[range]),
            without: { range: undefined, from: undefined, until: undefined },
          },
        ]
      : []),
    ...statuses.map((each) => ({
      key: `status:${each}`,
      label: i18n._(STATUS_TEXTS[each]),
      without: { status: joinList(statuses.filter((other) => other !== each)) },
    })),
    ...(source ? [{ key: 'source', label: i18n._(SOURCE_TEXTS[source]), without: { source: undefined } }] : []),
    ...(service ? [{ key: 'service', label: nameOf(services, service), without: { service: undefined } }] : []),
    ...(resource ? [{ key: 'resource', label: nameOf(resources, resource), without: { resource: undefined } }] : []),
    ...ids.map((id) => ({
      key: `location:${id}`,
      label: nameOf(locations, id),
      without: { location: joinList(ids.filter((other) => other !== id)) },
    })),
  ]
  return (
    <FilterChips
      chips={chips}
      onRemove={(without) => onSearch({ ...search, ...without })}
      action={{ label: t`Clear filters`, onClick: () => onSearch({ view: 'all' }) }}
    />
  )
}
