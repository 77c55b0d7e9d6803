import { useLingui } from '@lingui/react/macro'
import { AmountInput } from '../../../entities/payment/AmountInput.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import classes from '../Payments.module.css'

/** An installment as the form edits it. */
export interface InstallmentDraft {
  dueOn: string
  amount: number | null
}

interface Props {
  currency: string
  value: readonly InstallmentDraft[]
  onChange: (installments: InstallmentDraft[]) => void
}

/** Due date and amount of each installment. */
export function InstallmentFields({ currency, value, onChange }: Props) {
  const { t } = useLingui()
  const change = (index: number, changes: Partial<InstallmentDraft>) =>
    onChange(value.map((installment, at) => (at === index ? { ...installment, ...changes } : installment)))
  return value.map(({ dueOn, amount }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: installments have no other identity and never move
    <div key={index} className={classes.installment}>
      <DateInput
        aria-label={t`Installment ${index + 1} is due on`}
        value={dueOn}
        onChange={(date) => change(index, { dueOn: date })}
      />
      <AmountInput
        w={130}
        aria-label={t`Amount of installment ${index + 1}`}
        currency={currency}
        value={amount}
        onChange={(next) => change(index, { amount: next })}
      />
    </div>
  ))
}
