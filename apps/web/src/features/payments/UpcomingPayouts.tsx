import type { CashSheetRow } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocations } from '../../entities/location/queries.ts'
import { cashSheetOf } from '../../entities/payment/queries.ts'
import { moneyText } from '../../lib/money-text.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './Payments.module.css'

/** Payouts arrive at the bank within a few days, later around holidays. */
const DAYS_AHEAD = 30

interface Props {
  today: string
  locationId: string | null
  onOpen: (opened: { row: CashSheetRow; figure: 'payoutMissingAmount'; title: string }) => void
}

/** Payouts expected at the bank after today, which the cash sheet’s ranges, ending today, do not include. */
export function UpcomingPayouts({ today, locationId, onOpen }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const first = Temporal.PlainDate.from(today).add({ days: 1 })
  const rows = useQuery(
    cashSheetOf({
      ...{ startDate: first.toString(), endDate: first.add({ days: DAYS_AHEAD }).toString() },
      ...(locationId !== null && { locationID: locationId }),
    }),
  ).data?.filter(({ payoutMissingAmount }) => payoutMissingAmount !== 0)
  if (!rows?.length) return null
  return (
    <div className={classes.upcoming}>
      <span>
        <Trans>On the way to the bank:</Trans>
      </span>
      {rows.toReversed().map((row) => {
        const day = i18n.date(row.day, { dateStyle: 'medium', timeZone: 'UTC' })
        const amount = moneyText(row.payoutMissingAmount, row.currency)
        const location = locations.length > 1 && locations.find(({ id }) => id === row.locationID)?.name
        return (
          <TextButton
            key={`${row.day} ${row.locationID} ${row.currency}`}
            onClick={() => onOpen({ row, figure: 'payoutMissingAmount', title: t`Payouts not arrived yet` })}
          >
            {location ? t`${amount} on ${day}, ${location}` : t`${amount} on ${day}`}
          </TextButton>
        )
      })}
    </div>
  )
}
