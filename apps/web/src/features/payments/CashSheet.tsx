import type { CashSheetRow } from '@frontdesk/contract/api'
import { boundsOf } from '@frontdesk/contract/rules'
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

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
  onOpen: (id: string) => void
}

const MOST_DAYS = 365

/** The days of a range, at most a year; those that have not come yet are empty. */
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
  }
}

/** What was asked for, paid and refunded, by day, location and currency. Each day opens what it consists of. */
export function CashSheet({ search, onSearch, onOpen }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const period = daysOf(search, listTimeZone(locations, locationId))
  const sheet = useQuery(cashSheetOf({ ...period, ...(locationId !== null && { locationID: locationId }) }))
  const [opened, setOpened] = useState<CashSheetRow | null>(null)
  return (
    <>
      <Group align="flex-end" mb="sm">
        <DateRangeField
          label={t`Days`}
          value={{ ...search, range: search.range ?? 'last_7_days' }}
          onChange={(change) => onSearch({ ...search, ...change })}
        />
      </Group>
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
      {opened && <CashEntries row={opened} onOpen={onOpen} onClose={() => setOpened(null)} />}
    </>
  )
}

function SheetTable({ rows, onOpen }: { rows: readonly CashSheetRow[]; onOpen: (row: CashSheetRow) => void }) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
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
            {[
              t`Requested`,
              t`Canceled`,
              t`Paid`,
              t`From credit`,
              t`Tips`,
              t`Overpaid`,
              t`Refunded`,
              t`Net received`,
            ].map((title) => (
              <th key={title} scope="col" className={classes.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day} ${row.locationID} ${row.currency}`}>
              <th scope="row">
                <TextButton onClick={() => onOpen(row)}>
                  {i18n.date(row.day, { dateStyle: 'medium', timeZone: 'UTC' })}
                </TextButton>
              </th>
              {locations.length > 1 && (
                <td>{locations.find(({ id }) => id === row.locationID)?.name ?? t`Removed location`}</td>
              )}
              {[
                row.sentAmount,
                row.cancelledAmount,
                row.paidCashAmount,
                row.paidCreditAmount,
                row.tipAmount,
                row.overpaidAmount,
                row.refundedCashAmount + row.refundedCreditAmount,
                row.cashAmount,
              ].map((amount, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row
                <td key={index} className={classes.number}>
                  {amount === 0 ? '–' : moneyText(amount, row.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
