import { RATE_ONE, type Share } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { AmountInput } from './AmountInput.tsx'

interface Props {
  label: string
  currency: string
  value: Share | null
  onChange: (share: Share | null) => void
  /** In a row of fields: smaller, and without a visible label. */
  isCompact?: boolean
  /** The choices, where the label does not say what they are of. */
  texts?: Record<'none' | Share['kind'], string>
}

const PERCENT = RATE_ONE / 100

/** Nothing, a percentage, or an amount. */
export function ShareField({ label, currency, value, onChange, isCompact = false, texts }: Props) {
  const { t } = useLingui()
  const size = isCompact ? 'xs' : undefined
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        {...(isCompact ? { 'aria-label': label } : { label })}
        size={size}
        value={value?.kind ?? ''}
        onChange={({ currentTarget: { value: kind } }) =>
          onChange(kind === 'percent' ? { kind, rate: 0 } : kind === 'amount' ? { kind, amount: 0 } : null)
        }
        data={[
          { value: '', label: texts?.none ?? t`None` },
          { value: 'percent', label: texts?.percent ?? t`Percent` },
          { value: 'amount', label: texts?.amount ?? t`Amount` },
        ]}
      />
      {value?.kind === 'percent' && (
        <NumberInput
          w={110}
          size={size}
          aria-label={t`${label} in percent`}
          rightSection="%"
          min={0}
          max={100}
          decimalScale={3}
          allowNegative={false}
          hideControls
          value={value.rate / PERCENT}
          onChange={(rate) => onChange({ kind: 'percent', rate: Math.round(Number(rate) * PERCENT) })}
        />
      )}
      {value?.kind === 'amount' && (
        <AmountInput
          w={130}
          size={size}
          aria-label={t`${label} as an amount`}
          currency={currency}
          value={value.amount}
          onChange={(amount) => onChange({ kind: 'amount', amount: amount ?? 0 })}
        />
      )}
    </Group>
  )
}
