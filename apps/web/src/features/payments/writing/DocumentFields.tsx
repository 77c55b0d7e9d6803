import type { PaymentConfigs } from '@frontdesk/contract/api'
import { type Currency, DOCUMENT_NOTE_MAX, DOCUMENT_TERMS_MAX, type DocumentKind } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Switch, Textarea } from '@mantine/core'
import { ShareField } from '../../../entities/payment/ShareField.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { contentTotals, type DocumentContent } from './document-content.ts'
import { FilesField } from './FilesField.tsx'
import { LineFields } from './LineFields.tsx'
import { TotalsList } from './TotalsList.tsx'

interface Props {
  kind: DocumentKind
  currency: Currency
  configs: PaymentConfigs
  value: DocumentContent
  onChange: (content: DocumentContent) => void
  /** Applies a change to the latest content, because fields may be edited during an upload. */
  onMerge: (change: (now: DocumentContent) => Partial<DocumentContent>) => void
  /** Says which date applies if none is entered. */
  dateHint?: string
  /** Reason for the contact’s tax exemption. */
  exemption?: string
  /** Whether there is a field for a deposit. */
  hasDeposit?: boolean
}

/** Fields and totals of a payment request or an estimate. */
export function DocumentFields({
  kind,
  currency,
  configs,
  value,
  onChange,
  onMerge,
  dateHint,
  exemption,
  hasDeposit,
}: Props) {
  const { t } = useLingui()
  const set = (changes: Partial<DocumentContent>) => onChange({ ...value, ...changes })
  const isEstimate = kind === 'estimate'
  const isPast = value.date !== '' && value.date < Temporal.Now.plainDateISO().toString()
  return (
    <>
      <LineFields
        lines={value.lines}
        onChange={(lines) => set({ lines })}
        configs={configs}
        currency={currency}
        hasOptions={isEstimate}
      />
      <ShareField
        label={t`Discount`}
        currency={currency}
        value={value.discount}
        onChange={(discount) => set({ discount })}
      />
      {configs.taxes.length > 0 && (
        <Switch
          label={t`Tax-exempt`}
          description={exemption}
          checked={value.isTaxExempt}
          onChange={({ currentTarget }) => set({ isTaxExempt: currentTarget.checked })}
        />
      )}
      {isEstimate && hasDeposit && (
        <ShareField
          label={t`Deposit`}
          currency={currency}
          value={value.deposit}
          onChange={(deposit) => set({ deposit })}
        />
      )}
      <DateInput
        label={isEstimate ? t`Valid until` : t`Due on`}
        description={isPast ? t`This date has passed.` : dateHint}
        isClearable
        value={value.date}
        onChange={(date) => set({ date })}
      />
      <Textarea
        label={t`Note`}
        autosize
        minRows={2}
        maxLength={DOCUMENT_NOTE_MAX}
        value={value.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      <Textarea
        label={t`Terms`}
        autosize
        minRows={2}
        maxLength={DOCUMENT_TERMS_MAX}
        value={value.terms}
        onChange={({ currentTarget }) => set({ terms: currentTarget.value })}
      />
      <FilesField content={value} onMerge={onMerge} />
      <TotalsList totals={contentTotals(value, configs)} currency={currency} />
    </>
  )
}
