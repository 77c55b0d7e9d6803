import { can, isChargeable } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { onlinePaymentQuery } from '../../entities/payment-configs/account-queries.ts'
import { moneyText } from '../../lib/money-text.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import classes from './Payments.module.css'

const SETTINGS = '/settings/payments-settings'

/** Says whether contacts can pay online, for a document in its currency and what is due for it. */
export function OnlinePaymentNote({ currency, dueAmount = 0 }: { currency?: string; dueAmount?: number }) {
  const account = useQuery(onlinePaymentQuery).data
  const maySetUp = can(useMe(), SCREEN_PERMISSIONS[SETTINGS])
  if (!account) return null
  const { isEnabled, currency: accepted } = account
  if (isEnabled && currency !== undefined && accepted !== null && currency.toUpperCase() !== accepted.toUpperCase())
    return (
      <p className={classes.soft}>
        <Trans>Contacts can’t pay this online, because online payments are in {accepted.toUpperCase()} only.</Trans>
      </p>
    )
  if (isEnabled && currency !== undefined && !isChargeable(dueAmount, currency))
    return (
      <p className={classes.soft}>
        <Trans>
          Contacts can’t pay this online, because {moneyText(dueAmount, currency)} does not end in 0. Cards are charged
          only such amounts in {currency}.
        </Trans>
      </p>
    )
  if (isEnabled)
    return (
      <p className={classes.soft}>
        <Trans>Contacts can pay online.</Trans>
      </p>
    )
  return (
    <p className={classes.soft}>
      <Trans>Contacts can’t pay online yet.</Trans>{' '}
      {maySetUp ? (
        <Link className={classes.link} to={SETTINGS}>
          <Trans>Set up online payments</Trans>
        </Link>
      ) : (
        <Trans>Ask an owner of your business to set up online payments in Settings.</Trans>
      )}
    </p>
  )
}
