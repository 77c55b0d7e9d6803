import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  type BookingSearch,
  choicesIn,
  joinList,
  splitList,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { SOURCE_TEXTS, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { RANGE_TEXTS } from '../../ui/input/date-range-texts.ts'
import type { FilterChip } from '../../ui/list/FilterChips.tsx'

/** Chips of the active filters, each with the change that removes it. */
export function useBookingChips(search: BookingSearch): FilterChip<BookingSearch>[] {
  const { t, i18n } = useLingui()
  const services = useBookingServices()
  const resources = useBookingResources()
  const locations = useLocations()
  const { range, from, until } = search
  const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
  const nameIn = (list: readonly { id: string; name: string }[]) => (id: string) =>
    list.find((each) => each.id === id)?.name ?? t`Unknown`
  const each = <Item extends string>(
    key: 'status' | 'source' | 'service' | 'teammate' | 'room' | 'location',
    items: readonly Item[],
    label: (item: Item) => string,
  ) =>
    items.map((item) => ({
      key: `${key}:${item}`,
      label: label(item),
      without: { [key]: joinList(items.filter((other) => other !== item)) },
    }))
  const dates = range && {
    key: 'range',
    label: range === 'custom' ? `${day(from)} – ${day(until)}` : i18n._(RANGE_TEXTS[range]),
    without: { range: undefined, from: undefined, until: undefined },
  }
  return [
    ...(dates ? [dates] : []),
    ...each('status', choicesIn(BOOKING_STATUSES, search.status), (status) => i18n._(STATUS_TEXTS[status])),
    ...each('source', choicesIn(BOOKING_SOURCES, search.source), (source) => i18n._(SOURCE_TEXTS[source])),
    ...each('service', splitList(search.service), nameIn(services)),
    ...each('teammate', splitList(search.teammate), nameIn(resources)),
    ...each('room', splitList(search.room), nameIn(resources)),
    ...each('location', splitList(search.location), nameIn(locations)),
  ]
}
