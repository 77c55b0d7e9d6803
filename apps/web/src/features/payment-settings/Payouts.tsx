import type { PaymentAccount, PaymentDifference, Payout } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { paymentAccountQuery, payoutList } from '../../entities/payment-configs/account-queries.ts'
import { PAYOUT_STATE_TEXTS } from '../../entities/payment-configs/payout-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { fullDate } from '../../lib/time.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { DIFFERENCE_TEXTS, differenceTypeText } from './difference-texts.ts'
import classes from './PaymentSettings.module.css'

/** A Monday, to name weekdays from. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 24 * 60 * 60_000
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** When Stripe pays out, to which bank, and what it paid out; nothing before there is an account. */
export function Payouts() {
  const { t } = useLingui()
  const account = useQuery(paymentAccountQuery).data
  if (!account?.accountID) return null
  return (
    <>
      <PageSection isCard title={t`Payouts`}>
        <Overview account={account} />
        <PastPayouts />
      </PageSection>
      {account.differences.length > 0 && (
        <PageSection
          isCard
          title={t`Differences`}
          text={t`Frontdesk compares your Stripe balance with its own records every night. These entries don’t match.`}
        >
          <Differences differences={account.differences} />
        </PageSection>
      )}
    </>
  )
}

function Overview({ account: { balances, bank, nextPayout, schedule } }: { account: PaymentAccount }) {
  const { t } = useLingui()
  const scheduleText = useScheduleText(schedule)
  const rows: [string, string | null][] = [
    ...balances.flatMap(({ currency, availableAmount, pendingAmount }): [string, string][] => [
      [t`Available`, moneyText(availableAmount, currency)],
      [t`Available soon`, moneyText(pendingAmount, currency)],
    ]),
    [t`Schedule`, scheduleText],
    [t`Bank`, bank && `${bank.name} •••• ${bank.last4}`],
    [
      t`Next payout`,
      nextPayout &&
        `${moneyText(nextPayout.amount, nextPayout.currency)}, ${fullDate(`${nextPayout.arrivesOn}T12:00:00Z`, 'UTC')}`,
    ],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(
        ([label, value], index) =>
          value && (
            // biome-ignore lint/suspicious/noArrayIndexKey: two currencies have the same labels, and rows never move
            <div key={index} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function useScheduleText(schedule: PaymentAccount['schedule']): string | null {
  const { t, i18n } = useLingui()
  if (!schedule) return null
  const { interval, weekday, dayOfMonth } = schedule
  switch (interval) {
    case 'manual':
      return t`When you request a payout on Stripe`
    case 'daily':
      return t`Every day`
    case 'weekly': {
      const at = WEEKDAYS.indexOf(weekday ?? '')
      if (at < 0) return t`Every week`
      const name = i18n.date(new Date(MONDAY + at * DAY_MS), { weekday: 'long', timeZone: 'UTC' })
      return t`Every week on ${name}`
    }
    case 'monthly':
      return dayOfMonth === null ? t`Every month` : t`Every month on day ${dayOfMonth}`
  }
}

function PastPayouts() {
  const { t } = useLingui()
  const list = useInfiniteQuery(payoutList)
  return (
    <PagedList
      query={list}
      label={t`Payouts`}
      className={classes.payouts}
      items={({ payouts }) => payouts}
      itemKey={({ id }) => id}
      row={(payout) => <PayoutRow payout={payout} />}
      empty={
        <p className={classes.soft}>
          <Trans>No payouts yet.</Trans>
        </p>
      }
    />
  )
}

function PayoutRow({ payout: { amount, currency, state, arrivesOn, failureReason } }: { payout: Payout }) {
  const { i18n } = useLingui()
  return (
    <li>
      <span>{fullDate(`${arrivesOn}T12:00:00Z`, 'UTC')}</span>
      <span className={state === 'failed' ? classes.problem : classes.soft}>
        {i18n._(PAYOUT_STATE_TEXTS[state])}
        {failureReason && <>: {failureReason}</>}
      </span>
      <span className={classes.number}>{moneyText(amount, currency)}</span>
    </li>
  )
}

function Differences({ differences }: { differences: readonly PaymentDifference[] }) {
  const { i18n } = useLingui()
  return (
    <ul className={classes.payouts}>
      {differences.map(({ transactionID, kind, type, amount, currency, at }) => (
        <li key={transactionID}>
          <span>{fullDate(at)}</span>
          <span className={classes.soft}>
            {i18n._(differenceTypeText(type))}: {i18n._(DIFFERENCE_TEXTS[kind])} ({transactionID})
          </span>
          <span className={classes.number}>{currency && moneyText(amount, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
