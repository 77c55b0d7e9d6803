import type { DocumentTotal } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PAYMENT_STATUS_TEXTS } from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { TextButton } from '../../ui/text/TextButton.tsx'
import classes from './Payments.module.css'

/** Totals shown on phones before “Show all”. One per line, all of them would push the list off the screen. */
const PHONE_LINES = 2

/** Totals of the matching payments, by status and currency. */
export function Totals({ totals }: { totals: readonly DocumentTotal[] }) {
  const { t, i18n } = useLingui()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  if (totals.length === 0) return null
  const isFolded = isPhone && totals.length > PHONE_LINES + 1
  return (
    <section className={classes.totals} aria-label={t`Totals`}>
      {totals
        .slice(0, isFolded && !isOpen ? PHONE_LINES : undefined)
        .map(({ kind, status, currency, count, amount }) => (
          <span key={`${kind} ${status} ${currency}`}>
            {kind === 'estimate' ? <Trans>Estimates</Trans> : <Trans>Requests</Trans>},{' '}
            {i18n._(PAYMENT_STATUS_TEXTS[status])}: {i18n.number(count)} ({moneyText(amount, currency)})
          </span>
        ))}
      {isFolded && (
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <Trans>Show fewer totals</Trans> : <Trans>Show all {totals.length} totals</Trans>}
        </TextButton>
      )}
    </section>
  )
}
