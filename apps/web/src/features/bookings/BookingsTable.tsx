import type { BookingCriteria } from '@frontdesk/contract/api'
import {
  BOOKING_ORDERS,
  BOOKING_STATUSES,
  type BookingSearch,
  clearBookingFilters,
  STATS_BOOKINGS_MAX,
  toBookingViewText,
} from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { bookingList, bookingStats } from '../../entities/booking/queries.ts'
import { Paging } from '../../ui/list/Paging.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import classes from './Bookings.module.css'
import { BookingViews } from './BookingViews.tsx'
import { NoVisits } from './NoVisits.tsx'
import { useBookingColumns } from './use-booking-columns.tsx'

interface Props {
  search: BookingSearch
  onSearch: (search: BookingSearch) => void
  criteria: BookingCriteria
}

const DEFAULT_SIZE = 50

/** The matching bookings, with totals by status. */
export function BookingsTable({ search, onSearch, criteria }: Props) {
  const { t } = useLingui()
  const { order = 'startsOnUtc', asc = false, size = DEFAULT_SIZE } = search
  const bookings = useInfiniteQuery(bookingList({ criteria, orderBy: order, orderByDesc: !asc, pageSize: size }))
  const isEmpty = bookings.data?.pages[0]?.data.bookings.length === 0
  const columns = useBookingColumns()
  const isFiltered = toBookingViewText(search) !== ''
  return (
    <>
      <BookingViews search={search} onSearch={onSearch} />
      <Totals criteria={criteria} />
      <DataTable
        name="bookings"
        label={t`Bookings`}
        columns={columns}
        order={{
          sortKey: order,
          isDescending: !asc,
          onSort: (key) => {
            const next = BOOKING_ORDERS.find((each) => each === key)
            onSearch({ ...search, order: next, asc: next === order && !asc ? true : undefined })
          },
        }}
        query={bookings}
        rows={({ pages }) => pages.flatMap((page) => page.data.bookings)}
        rowKey={({ id }) => id}
        placeholderRows={8}
        scrollKey={JSON.stringify([criteria, order, asc])}
        opensOnClick
        onOpen={({ id }) => openModal('booking', { id })}
        toolbar={<BookingFilters search={search} onSearch={onSearch} />}
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              text={t`No bookings match your search and filters.`}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch(clearBookingFilters(search))}>
                  <Trans>Clear filters</Trans>
                </Button>
              }
            />
          ) : (
            <NoVisits title={t`No bookings yet`} text={t`Visits that you book for contacts show up here.`} />
          )
        }
      />
      {!isEmpty && (
        <Paging
          query={bookings}
          label={t`Bookings per page`}
          size={size}
          onSize={(chosen) => onSearch({ ...search, size: chosen })}
        />
      )}
    </>
  )
}

/** Number of matching bookings, in total and by status. */
function Totals({ criteria }: { criteria: BookingCriteria }) {
  const { i18n } = useLingui()
  const stats = useQuery(bookingStats(criteria)).data
  if (!stats) return <p className={classes.totals}> </p>
  if (stats.isTooMany)
    return (
      <p className={classes.totals}>
        <Trans>More than {i18n.number(STATS_BOOKINGS_MAX)} bookings match. Choose dates to see totals.</Trans>
      </p>
    )
  const all = stats.counts.reduce((sum, { count }) => sum + count, stats.busyCount)
  const counts = new Map(stats.counts.map(({ status, count }) => [status, count]))
  return (
    <p className={classes.totals} role="status">
      <strong>
        <Plural value={all} one="# booking" other="# bookings" />
      </strong>
      {stats.busyCount > 0 && (
        <span>
          <Trans>Busy: {i18n.number(stats.busyCount)}</Trans>
        </span>
      )}
      {BOOKING_STATUSES.map((status) => {
        const count = counts.get(status) ?? 0
        return (
          count > 0 && (
            <span key={status}>
              {i18n._(STATUS_TEXTS[status])}: {i18n.number(count)}
            </span>
          )
        )
      })}
    </p>
  )
}
