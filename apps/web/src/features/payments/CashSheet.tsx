import type { CashSheetRow } from '@frontdesk/contract/api'
import { boundsOf, type SheetFigure } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { cashSheetOf } from '../../entities/payment/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { moneyText } from '../../lib/money-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { TextButton } from '../../ui/text/TextButton.tsx'
import { CashEntries } from './CashEntries.tsx'
import classes from './Payments.module.css'
import type { PaymentSearch } from './payment-search.ts'
import { UpcomingPayouts } from './UpcomingPayouts.tsx'

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
  onOpen: (id: string) => void
}

const MOST_DAYS = 365

/** The first and last day of a range, which is cut to a year. */
function daysOf({ range = 'last_7_days', from, until }: PaymentSearch, zone: string) {
  const now = serverInstant()
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
  const bounds = boundsOf({ range, from, until }, { zone, now })
  const day = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate()
  const last = bounds.endDateTimeUTC ? day(bounds.endDateTimeUTC).subtract({ days: 1 }) : today
  const first = bounds.startDateTimeUTC ? day(bounds.startDateTimeUTC) : last.subtract({ days: MOST_DAYS })
  const earliest = last.subtract({ days: MOST_DAYS })
  const start = Temporal.PlainDate.compare(first, earliest) < 0 ? earliest : first
  return {
    startDate: (Temporal.PlainDate.compare(start, last) > 0 ? last : start).toString(),
    endDate: last.toString(),
    today: today.toString(),
  }
}

/** Amounts requested, paid, refunded and paid out, by day, location and currency. Each opens its postings. */
export function CashSheet({ search, onSearch, onOpen }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const { today, ...period } = daysOf(search, listTimeZone(locations, locationId))
  const sheet = useQuery(cashSheetOf({ ...period, ...(locationId !== null && { locationID: locationId }) }))
  const [opened, setOpened] = useState<OpenedFigure | null>(null)
  return (
    <>
      <Group align="flex-end" mb="sm">
        <DateRangeField
          label={t`Days`}
          value={{ ...search, range: search.range ?? 'last_7_days' }}
          onChange={(change) => onSearch({ ...search, ...change })}
        />
      </Group>
      {period.endDate === today && <UpcomingPayouts today={today} locationId={locationId} onOpen={setOpened} />}
      <QueryState
        query={sheet}
        rows={5}
        empty={
          <EmptyState
            title={t`No payments on these days`}
            text={t`What you request, receive and refund shows up here, day by day.`}
          />
        }
      >
        {(rows) => <SheetTable rows={rows} onOpen={setOpened} />}
      </QueryState>
      {opened && <CashEntries {...opened} onOpen={onOpen} onClose={() => setOpened(null)} />}
    </>
  )
}

/** A row, or one of its figures. */
interface OpenedFigure {
  row: CashSheetRow
  figure?: SheetFigure
  title?: string
}

/** The columns, in the order in which money moves. Columns of zeros are hidden, except the main ones. */
function useFigures(rows: readonly CashSheetRow[]): { figure: SheetFigure; title: string }[] {
  const { t } = useLingui()
  const all: { figure: SheetFigure; title: string; isAlways?: boolean }[] = [
    { figure: 'sentAmount', title: t`Requested`, isAlways: true },
    { figure: 'cancelledAmount', title: t`Canceled` },
    { figure: 'paidCashAmount', title: t`Paid at the counter`, isAlways: true },
    { figure: 'paidOnlineAmount', title: t`Paid online` },
    { figure: 'paidCreditAmount', title: t`From credit` },
    { figure: 'tipAmount', title: t`Tips` },
    { figure: 'overpaidAmount', title: t`Overpaid` },
    { figure: 'refundedCashAmount', title: t`Refunded at the counter` },
    { figure: 'refundedOnlineAmount', title: t`Refunded online` },
    { figure: 'refundedCreditAmount', title: t`Refunded as credit` },
    { figure: 'feeAmount', title: t`Fees` },
    { figure: 'disputedAmount', title: t`Disputed` },
    { figure: 'payoutAmount', title: t`Sent to the bank` },
    { figure: 'cashAmount', title: t`Net at the counter`, isAlways: true },
    { figure: 'onlineAmount', title: t`Left at the processor` },
    { figure: 'payoutExpectedAmount', title: t`Payouts expected` },
    { figure: 'payoutArrivedAmount', title: t`Payouts arrived` },
    { figure: 'payoutMissingAmount', title: t`Payouts not arrived yet` },
  ]
  return all.filter(({ figure, isAlways }) => isAlways || rows.some((row) => row[figure] !== 0))
}

interface SheetProps {
  rows: readonly CashSheetRow[]
  onOpen: (opened: OpenedFigure) => void
}

function SheetTable({ rows, onOpen }: SheetProps) {
  const { t } = useLingui()
  const locations = useLocations()
  const figures = useFigures(rows)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, also by keyboard
    <section className={classes.sheet} aria-label={t`Cash sheet`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {locations.length > 1 && (
              <th scope="col">
                <Trans>Location</Trans>
              </th>
            )}
            {figures.map(({ figure, title }) => (
              <th key={figure} scope="col" className={classes.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Day key={`${row.day} ${row.locationID} ${row.currency}`} row={row} figures={figures} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DayProps extends Pick<SheetProps, 'onOpen'> {
  row: CashSheetRow
  figures: readonly { figure: SheetFigure; title: string }[]
}

/** A row, whose day and figures open their postings. */
function Day({ row, figures, onOpen }: DayProps) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  return (
    <tr>
      <th scope="row">
        <TextButton onClick={() => onOpen({ row })}>
          {i18n.date(row.day, { dateStyle: 'medium', timeZone: 'UTC' })}
        </TextButton>
      </th>
      {locations.length > 1 && (
        <td data-title={t`Location`}>
          {locations.find(({ id }) => id === row.locationID)?.name ?? t`Removed location`}
        </td>
      )}
      {figures.map(({ figure, title }) => (
        <td key={figure} data-title={title} className={classes.number}>
          {row[figure] === 0 ? (
            '–'
          ) : (
            <TextButton onClick={() => onOpen({ row, figure, title })}>
              {moneyText(row[figure], row.currency)}
            </TextButton>
          )}
        </td>
      ))}
    </tr>
  )
}
