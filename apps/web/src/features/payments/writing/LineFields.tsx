import type { PaymentConfigs } from '@frontdesk/contract/api'
import { DOCUMENT_LINES_MAX, LINE_TEXT_MAX, QUANTITY_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Autocomplete, Button, Checkbox, MultiSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { AmountInput } from '../../../entities/payment/AmountInput.tsx'
import { QuantityInput } from '../../../entities/payment/QuantityInput.tsx'
import { ShareField } from '../../../entities/payment/ShareField.tsx'
import labels from '../../../ui/input/labels.module.css'
import classes from '../Payments.module.css'
import { type LineDraft, newLine } from './document-lines.ts'

interface Props {
  lines: readonly LineDraft[]
  onChange: (lines: LineDraft[]) => void
  configs: PaymentConfigs
  currency: string
  hasOptions: boolean
}

/** The lines of a document: description, quantity, price, taxes and discount. */
export function LineFields({ lines, onChange, configs, currency, hasOptions }: Props) {
  const change = (key: string, changes: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  const { focusLine, descriptionRef } = useLineFocus()
  const add = () => {
    const line = newLine(configs)
    focusLine(line.key)
    onChange([...lines, line])
  }
  const remove = (index: number) => {
    const neighbor = lines[index + 1] ?? lines[index - 1]
    if (neighbor) focusLine(neighbor.key)
    onChange(lines.filter((_, each) => each !== index))
  }
  return (
    <div className={classes.lines}>
      {lines.map((line, index) => (
        <LineRow
          key={line.key}
          line={line}
          number={index + 1}
          configs={configs}
          currency={currency}
          hasOptions={hasOptions}
          onChange={(changes) => change(line.key, changes)}
          onRemove={lines.length > 1 ? () => remove(index) : undefined}
          descriptionRef={descriptionRef(line.key)}
        />
      ))}
      {lines.length < DOCUMENT_LINES_MAX && (
        <Button
          size="xs"
          variant="default"
          className={classes.addLine}
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          <Trans>Add line</Trans>
        </Button>
      )}
    </div>
  )
}

/** Moves the focus to a line once it is rendered: to a new line, or to the one beside a removed line. */
function useLineFocus() {
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const target = useRef<string | null>(null)
  useEffect(() => {
    const input = target.current === null ? undefined : inputs.current.get(target.current)
    target.current = null
    input?.focus()
  })
  return {
    focusLine: (key: string) => {
      target.current = key
    },
    descriptionRef: (key: string) => (input: HTMLInputElement | null) => {
      if (input) inputs.current.set(key, input)
      else inputs.current.delete(key)
    },
  }
}

interface RowProps extends Pick<Props, 'configs' | 'currency' | 'hasOptions'> {
  line: LineDraft
  number: number
  onChange: (changes: Partial<LineDraft>) => void
  onRemove: (() => void) | undefined
  descriptionRef: (input: HTMLInputElement | null) => void
}

function LineRow({ line, number, configs, currency, hasOptions, onChange, onRemove, descriptionRef }: RowProps) {
  const { t } = useLingui()
  const { items, taxes } = configs
  /** Fills in price and taxes of a saved item, whose price is in the currency of the settings. */
  const describe = (description: string) => {
    const item = currency === configs.currency ? items.find((each) => each.description === description) : undefined
    onChange({ description, ...(item && { unitAmount: item.unitAmount, taxIDs: item.taxIDs }) })
  }
  return (
    <fieldset className={classes.line} aria-label={t`Line ${number}`}>
      <Autocomplete
        ref={descriptionRef}
        className={classes.lineDescription}
        label={t`Description`}
        maxLength={LINE_TEXT_MAX}
        required
        data={[...new Set(items.map(({ description }) => description))]}
        value={line.description}
        onChange={describe}
      />
      <QuantityInput
        w={90}
        label={t`Quantity`}
        required
        withAsterisk={false}
        max={QUANTITY_MAX}
        value={line.quantity}
        onChange={(quantity) => quantity !== null && onChange({ quantity })}
      />
      <AmountInput
        w={130}
        label={t`Price`}
        required
        currency={currency}
        value={line.unitAmount}
        onChange={(unitAmount) => onChange({ unitAmount })}
      />
      {onRemove && (
        <ActionIcon
          size="input-sm"
          className={labels.besideLabel}
          aria-label={t`Remove line ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
      <div className={classes.lineMore}>
        {taxes.length > 0 && (
          <MultiSelect
            aria-label={t`Taxes of line ${number}`}
            placeholder={line.taxIDs.length === 0 ? t`No taxes` : undefined}
            size="xs"
            maxValues={5}
            data={taxes.map(({ id, name }) => ({ value: id, label: name }))}
            value={line.taxIDs}
            onChange={(taxIDs) => onChange({ taxIDs })}
          />
        )}
        <ShareField
          isCompact
          texts={{ none: t`No discount`, percent: t`Discount in percent`, amount: t`Discount as an amount` }}
          label={t`Discount of line ${number}`}
          currency={currency}
          value={line.discount}
          onChange={(discount) => onChange({ discount })}
        />
        {hasOptions && (
          <Checkbox
            size="xs"
            label={t`Optional`}
            checked={line.isOptional}
            onChange={({ currentTarget }) => onChange({ isOptional: currentTarget.checked })}
          />
        )}
        {hasOptions && line.isOptional && (
          <Checkbox
            size="xs"
            label={t`Selected by default`}
            checked={line.isChosen}
            onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
          />
        )}
      </div>
    </fieldset>
  )
}
