import type { PaymentDetail, RefundLine } from '@frontdesk/contract/api'
import { amountOfQuantity, sumOf } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Input, Text } from '@mantine/core'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { QuantityInput } from '../../entities/payment/QuantityInput.tsx'
import { moneyText } from '../../lib/money-text.ts'
import classes from './Payments.module.css'

export interface LinesDraft {
  /** Quantity and amount to refund, by the index of the line. */
  lines: Record<number, { quantity: number | null; amount: number | null }>
  tip: number | null
}
export const NO_LINES: LinesDraft = { lines: {}, tip: null }

/** The lines with an amount to refund. */
export const chosenLines = ({ lines }: LinesDraft): RefundLine[] =>
  Object.entries(lines).flatMap(([line, { quantity, amount }]) =>
    amount ? [{ line: Number(line), quantity: quantity || null, amount }] : [],
  )
export const sumOfLines = (draft: LinesDraft): number =>
  sumOf(chosenLines(draft).map(({ amount }) => amount)) + (draft.tip ?? 0)

interface Props {
  payment: PaymentDetail
  value: LinesDraft
  error?: string | undefined
  onChange: (value: LinesDraft) => void
}

/** Quantity and amount to refund of each line, and of the tip. Entering a quantity suggests its amount. */
export function RefundLineFields({ payment, value, error, onChange }: Props) {
  const { t } = useLingui()
  const { lines, currency, refundableLines, refundableTipAmount } = payment
  const change = (line: number, changes: Partial<LinesDraft['lines'][number]>) =>
    onChange({
      ...value,
      lines: { ...value.lines, [line]: { ...{ quantity: null, amount: null }, ...value.lines[line], ...changes } },
    })
  return (
    <div className={classes.lines}>
      {refundableLines.map(({ line, quantity, amount }) => {
        const description = lines[line]?.description ?? ''
        const chosen = value.lines[line]
        const left = { quantity: quantity ?? 0, amount }
        return (
          <fieldset key={line} className={classes.line} aria-label={description}>
            <span className={classes.lineText}>
              {description}
              <span className={classes.soft}>{t`Up to ${moneyText(amount, currency)}`}</span>
            </span>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              {left.quantity > 0 && (
                <QuantityInput
                  w={90}
                  size="xs"
                  label={t`Quantity`}
                  max={left.quantity}
                  value={chosen?.quantity ?? null}
                  onChange={(next) =>
                    change(line, {
                      quantity: next,
                      amount: next === null ? null : amountOfQuantity(left, next, currency),
                    })
                  }
                />
              )}
              <AmountInput
                w={120}
                size="xs"
                label={t`Amount`}
                currency={currency}
                value={chosen?.amount ?? null}
                onChange={(next) => change(line, { amount: next })}
              />
            </Group>
          </fieldset>
        )
      })}
      {refundableTipAmount > 0 && (
        <AmountInput
          label={t`Tip`}
          description={t`Up to ${moneyText(refundableTipAmount, currency)}`}
          currency={currency}
          value={value.tip}
          onChange={(tip) => onChange({ ...value, tip })}
        />
      )}
      <Text size="sm">
        <Trans>Together {moneyText(sumOfLines(value), currency)}</Trans>
      </Text>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  )
}
