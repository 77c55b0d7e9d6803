import type { Share } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect } from '@mantine/core'
import labels from '../../ui/input/labels.module.css'
import { AmountInput } from './AmountInput.tsx'
import { PercentInput } from './PercentInput.tsx'

interface Props {
  label: string
  currency: string
  value: Share | null
  onChange: (share: Share | null) => void
  /** For fields that are saved without a form: whether what was typed can be used. */
  onValidityChange?: (isValid: boolean) => void
  /** In a row of fields: smaller, and without a visible label. */
  isCompact?: boolean
  /** The choices, where the label does not say what they are of. */
  texts?: Record<'none' | Share['kind'], string>
}

/** Nothing, a percentage, or an amount. */
export function ShareField({ label, currency, value, onChange, onValidityChange, isCompact = false, texts }: Props) {
  const { t } = useLingui()
  const choose = (kind: string) => {
    onValidityChange?.(true)
    onChange(kind === 'percent' ? { kind, rate: 0 } : kind === 'amount' ? { kind, amount: 0 } : null)
  }
  const size = isCompact ? 'xs' : undefined
  const className = isCompact ? undefined : labels.besideLabel
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        {...(isCompact ? { 'aria-label': label } : { label })}
        size={size}
        value={value?.kind ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: texts?.none ?? t`None` },
          { value: 'percent', label: texts?.percent ?? t`Percent` },
          { value: 'amount', label: texts?.amount ?? t`Amount` },
        ]}
      />
      {value?.kind === 'percent' && (
        <PercentInput
          w={isCompact ? 110 : 130}
          className={className}
          size={size}
          aria-label={t`${label} in percent`}
          value={value.rate}
          onChange={(rate) => onChange({ kind: 'percent', rate: rate ?? 0 })}
          {...(onValidityChange && { onValidityChange })}
        />
      )}
      {value?.kind === 'amount' && (
        <AmountInput
          w={130}
          className={className}
          size={size}
          aria-label={t`${label} as an amount`}
          currency={currency}
          value={value.amount}
          onChange={(amount) => onChange({ kind: 'amount', amount: amount ?? 0 })}
          {...(onValidityChange && { onValidityChange })}
        />
      )}
    </Group>
  )
}
