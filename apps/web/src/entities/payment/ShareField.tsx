import { RATE_ONE, type Share } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { AmountInput } from './AmountInput.tsx'

interface Props {
  label: string
  currency: string
  value: Share | null
  onChange: (share: Share | null) => void
}

const PERCENT = RATE_ONE / 100

/** Nothing, a percentage, or an amount. */
export function ShareField({ label, currency, value, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={label}
        value={value?.kind ?? ''}
        onChange={({ currentTarget: { value: kind } }) =>
          onChange(kind === 'percent' ? { kind, rate: 0 } : kind === 'amount' ? { kind, amount: 0 } : null)
        }
        data={[
          { value: '', label: t`None` },
          { value: 'percent', label: t`Percent` },
          { value: 'amount', label: t`Amount` },
        ]}
      />
      {value?.kind === 'percent' && (
        <NumberInput
          w={110}
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
          aria-label={t`${label} as an amount`}
          currency={currency}
          value={value.amount}
          onChange={(amount) => onChange({ kind: 'amount', amount: amount ?? 0 })}
        />
      )}
    </Group>
  )
}
