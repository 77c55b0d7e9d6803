import type { PaymentConfigs } from '@frontdesk/contract/api'
import {
  CURRENCIES,
  can,
  DOCUMENT_TERMS_MAX,
  DUE_DAYS_MAX,
  HEX_COLOR,
  PAPER_SIZES,
  REMINDER_DAYS_MAX,
  REMINDERS_MAX,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { ColorInput, NativeSelect, NumberInput, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { DocumentHead } from '../../entities/payment/DocumentHead.tsx'
import { PERCENT_PROBLEM_TEXTS } from '../../entities/payment/percent-problem-texts.ts'
import { readPercent, writePercent } from '../../entities/payment/read-percent.ts'
import { ShareField } from '../../entities/payment/ShareField.tsx'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { Account } from './Account.tsx'
import { Items } from './Items.tsx'
import { Logo } from './Logo.tsx'
import { Numbering } from './Numbering.tsx'
import { NumberTagsInput } from './NumberTagsInput.tsx'
import classes from './PaymentSettings.module.css'
import { Payouts } from './Payouts.tsx'
import { Taxes } from './Taxes.tsx'
import { useConfigDraft } from './use-config-draft.ts'

const PERMISSION = SCREEN_PERMISSIONS['/settings/payments-settings']
const TIPS_MAX = 4

/** How the business asks for money. */
export function PaymentSettingsScreen() {
  const { t } = useLingui()
  useTitle(t`Payments`)
  const configs = useQuery(paymentConfigsQuery)
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <PageLayout
      title={t`Payments`}
      tabTitle={t`Payment settings`}
      text={t`Applies to new payment requests and estimates. Existing ones don’t change.`}
    >
      <QueryState query={configs} rows={6}>
        {(stored) => (
          <>
            <Account stored={stored} />
            <Payouts />
            <Appearance stored={stored} />
            <Numbering />
            <Taxes stored={stored} />
            <Terms stored={stored} />
            <Items stored={stored} />
            <DepositAndTips stored={stored} />
            <Refunds stored={stored} />
          </>
        )}
      </QueryState>
    </PageLayout>
  )
}

interface Props {
  stored: PaymentConfigs
}

function Appearance({ stored }: Props) {
  const { t } = useLingui()
  const currency = useConfigDraft('currency', stored)
  const color = useConfigDraft('color', stored, (value) => HEX_COLOR.test(value))
  const lines = useConfigDraft('businessLines', stored)
  const paper = useConfigDraft('paperSize', stored)
  return (
    <PageSection isCard title={t`Invoice appearance`}>
      <div className={classes.fields}>
        <ColorInput
          label={t`Color`}
          format="hex"
          withEyeDropper={false}
          value={color.value}
          onChange={color.change}
          error={HEX_COLOR.test(color.value) ? undefined : t`Enter a color code, such as #0b7285.`}
        />
        <Select
          label={t`Currency`}
          searchable
          allowDeselect={false}
          value={currency.value}
          onChange={(code) => currency.change(CURRENCIES.find((each) => each === code) ?? currency.value)}
          data={CURRENCIES}
        />
        <NativeSelect
          label={t`Paper`}
          value={paper.value}
          onChange={({ currentTarget: { value } }) =>
            paper.change(PAPER_SIZES.find((size) => size === value) ?? paper.value)
          }
          data={[
            { value: 'LETTER', label: t`Letter (US and Canada)` },
            { value: 'A4', label: t`A4` },
          ]}
        />
      </div>
      <Logo stored={stored} />
      <Textarea
        mb="sm"
        label={t`Address and registration`}
        autosize
        minRows={2}
        maxLength={500}
        value={lines.value}
        onChange={({ currentTarget }) => lines.change(currentTarget.value)}
        onBlur={lines.flush}
      />
      {HEX_COLOR.test(color.value) && (
        <DocumentHead
          color={color.value}
          logoURL={stored.logoURL}
          businessLines={lines.value}
          title={t`Payment request`}
        />
      )}
      <SaveNote
        state={[color, currency, lines, paper].find(({ state }) => state.status !== 'idle')?.state ?? color.state}
      />
    </PageSection>
  )
}

function Terms({ stored }: Props) {
  const { t } = useLingui()
  const terms = useConfigDraft('terms', stored)
  const due = useConfigDraft('dueDays', stored)
  const valid = useConfigDraft('validDays', stored, (days) => days === null || days > 0)
  const reminders = useConfigDraft('reminderDays', stored)
  const days = (typed: number | string) => (typed === '' ? null : Number(typed))
  return (
    <PageSection isCard title={t`Terms`}>
      <Textarea
        mb="sm"
        label={t`Terms on new payment requests and estimates`}
        autosize
        minRows={2}
        maxLength={DOCUMENT_TERMS_MAX}
        value={terms.value}
        onChange={({ currentTarget }) => terms.change(currentTarget.value)}
        onBlur={terms.flush}
      />
      <div className={classes.fields}>
        <NumberInput
          label={t`Days until a payment request is due`}
          min={0}
          max={DUE_DAYS_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={due.value ?? ''}
          onChange={(typed) => due.change(days(typed))}
        />
        <NumberInput
          label={t`Days an estimate is valid`}
          min={1}
          max={DUE_DAYS_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={valid.value ?? ''}
          onChange={(typed) => valid.change(days(typed))}
        />
      </div>
      <NumberTagsInput
        mt="sm"
        label={t`Remind by text, in days after the due date`}
        description={t`Up to five numbers, such as -1, 3 and 7. -1 means the day before. Leave empty to send no reminders.`}
        maxTags={REMINDERS_MAX}
        value={reminders.value}
        onChange={reminders.change}
        read={(text) => {
          const number = Number(text)
          const isUsable = Number.isInteger(number) && Math.abs(number) <= REMINDER_DAYS_MAX
          return isUsable ? number : t`Enter whole days, at most ${REMINDER_DAYS_MAX}.`
        }}
        write={String}
      />
      <SaveNote
        state={[terms, due, valid, reminders].find(({ state }) => state.status !== 'idle')?.state ?? terms.state}
      />
    </PageSection>
  )
}

function DepositAndTips({ stored }: Props) {
  const { t, i18n } = useLingui()
  const [isDepositValid, setIsDepositValid] = useState(true)
  const deposit = useConfigDraft('deposit', stored, () => isDepositValid)
  const tips = useConfigDraft('tipRates', stored)
  return (
    <PageSection isCard title={t`Deposits and tips`}>
      <ShareField
        label={t`Deposit on new estimates`}
        currency={stored.currency}
        value={deposit.value}
        onChange={deposit.change}
        onValidityChange={setIsDepositValid}
      />
      <NumberTagsInput
        mt="sm"
        label={t`Suggested tips in percent`}
        description={t`Up to four. Leave empty to suggest no tips.`}
        maxTags={TIPS_MAX}
        value={tips.value}
        onChange={tips.change}
        read={(text) => {
          const rate = readPercent(text)
          if (typeof rate === 'string') return i18n._(PERCENT_PROBLEM_TEXTS[rate])
          return rate || t`Enter more than 0.`
        }}
        write={writePercent}
      />
      <SaveNote state={[deposit, tips].find(({ state }) => state.status !== 'idle')?.state ?? deposit.state} />
    </PageSection>
  )
}

function Refunds({ stored }: Props) {
  const { t } = useLingui()
  const [isLimitValid, setIsLimitValid] = useState(true)
  const limit = useConfigDraft('refundApprovalAbove', stored, () => isLimitValid)
  return (
    <PageSection isCard title={t`Refunds`}>
      <AmountInput
        maw={320}
        label={t`Require a second person’s approval for refunds above`}
        description={t`Refunds of the same payment request are added up. Leave empty to require no approval.`}
        currency={stored.currency}
        value={limit.value}
        onChange={limit.change}
        onValidityChange={setIsLimitValid}
      />
      <SaveNote state={limit.state} />
    </PageSection>
  )
}
