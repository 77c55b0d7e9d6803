import { DOCUMENT_KINDS, joinList, PAYMENT_STATUSES, splitList } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contactById } from '../../entities/contact/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { KIND_TEXTS, PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import { useStore } from '../../lib/create-store.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { RANGE_TEXTS } from '../../ui/input/date-range-texts.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { type FilterChip, FilterChips } from '../../ui/list/FilterChips.tsx'
import { FilterSelect } from '../../ui/list/FilterSelect.tsx'
import { FilterToolbar } from '../../ui/list/FilterToolbar.tsx'
import { countPaymentFilters, type PaymentSearch, readStatuses } from './payment-search.ts'
import { SortFields } from './SortFields.tsx'

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
}

/** Search field, filters and active filters of the list. */
export function PaymentFilters({ search, onSearch }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  return (
    <FilterToolbar
      label={t`Filter payments`}
      searchLabel={t`Search name, phone, or number`}
      q={search.q}
      onQ={(q) => onSearch({ ...search, q })}
      count={countPaymentFilters(search)}
      fields={() => <Fields search={search} onSearch={onSearch} />}
      chips={<Chips search={search} onSearch={onSearch} />}
      actions={isPhone && <SortFields search={search} onSearch={onSearch} />}
    />
  )
}

function Fields({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const set = (changes: PaymentSearch) => onSearch({ ...search, ...changes })
  return (
    <Stack gap="sm">
      <DateRangeField label={t`Added`} value={search} onChange={set} />
      <FilterSelect
        label={t`Status`}
        anything={t`Any status`}
        value={splitList(search.status)}
        onChange={(statuses) => set({ status: joinList(statuses) })}
        data={PAYMENT_STATUSES.map((status) => ({ value: status, label: i18n._(PAYMENT_STATUS_TEXTS[status]) }))}
      />
      <NativeSelect
        label={t`Type`}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) => set({ kind: DOCUMENT_KINDS.find((each) => each === value) })}
        data={[
          { value: '', label: t`Any type` },
          ...DOCUMENT_KINDS.map((kind) => ({ value: kind, label: i18n._(KIND_TEXTS[kind]) })),
        ]}
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
    </Stack>
  )
}

function Chips({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const { range, from, until, kind, contactID } = search
  const contact = useQuery({ ...contactById(contactID ?? ''), enabled: contactID !== undefined }).data
  const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
  const ids = splitList(search.location)
  const statuses = readStatuses(search.status)
  const chips: FilterChip<PaymentSearch>[] = [
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
      label: i18n._(PAYMENT_STATUS_TEXTS[each]),
      without: { status: joinList(statuses.filter((other) => other !== each)) },
    })),
    ...(contactID
      ? [{ key: 'contact', label: contact?.name || t`One contact`, without: { contactID: undefined } }]
      : []),
    ...(kind ? [{ key: 'kind', label: i18n._(KIND_TEXTS[kind]), without: { kind: undefined } }] : []),
    ...ids.map((id) => ({
      key: `location:${id}`,
      label: locations.find((each) => each.id === id)?.name ?? t`Unknown`,
      without: { location: joinList(ids.filter((other) => other !== id)) },
    })),
  ]
  return (
    <FilterChips
      chips={chips}
      onRemove={(without) => onSearch({ ...search, ...without })}
      action={{ label: t`Clear filters`, onClick: () => onSearch({}) }}
    />
  )
}
