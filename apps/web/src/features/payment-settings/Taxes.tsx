import type { PaymentConfigs, PaymentTax } from '@frontdesk/contract/api'
import { RATE_ONE, TAX_NAME_MAX, TAXES_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import classes from './PaymentSettings.module.css'
import { useConfigDraft } from './use-config-draft.ts'

const PERCENT = RATE_ONE / 100

/** The taxes of the business, which lines of documents have. */
export function Taxes({ stored }: { stored: PaymentConfigs }) {
  const { t } = useLingui()
  const { value, change, state, flush } = useConfigDraft('taxes', stored, (taxes) =>
    taxes.every(({ name }) => name.trim() !== ''),
  )
  const edit = (id: string, changes: Partial<PaymentTax>) =>
    change(value.map((tax) => (tax.id === id ? { ...tax, ...changes } : tax)))
  const add = () =>
    change([...value, { id: crypto.randomUUID(), name: '', rate: 0, isInclusive: false, isDefault: true }])
  return (
    <PageSection isCard title={t`Taxes`} text={t`Several taxes can apply to one line, such as GST and QST.`}>
      <div className={classes.rows}>
        {value.map((tax, index) => (
          <fieldset key={tax.id} className={classes.row} aria-label={t`Tax ${index + 1}`}>
            <TextInput
              label={t`Name`}
              required
              maxLength={TAX_NAME_MAX}
              value={tax.name}
              onChange={({ currentTarget }) => edit(tax.id, { name: currentTarget.value })}
              onBlur={flush}
            />
            <NumberInput
              w={110}
              label={t`Rate`}
              rightSection="%"
              min={0}
              max={100}
              decimalScale={3}
              allowNegative={false}
              hideControls
              value={tax.rate / PERCENT}
              onChange={(rate) => edit(tax.id, { rate: Math.round(Number(rate) * PERCENT) })}
            />
            <Checkbox
              label={t`Included in prices`}
              checked={tax.isInclusive}
              onChange={({ currentTarget }) => edit(tax.id, { isInclusive: currentTarget.checked })}
            />
            <Checkbox
              label={t`Added to new lines`}
              checked={tax.isDefault}
              onChange={({ currentTarget }) => edit(tax.id, { isDefault: currentTarget.checked })}
            />
            <ActionIcon
              aria-label={t`Remove tax ${index + 1}`}
              onClick={() => change(value.filter(({ id }) => id !== tax.id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </fieldset>
        ))}
      </div>
      {value.length < TAXES_MAX && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          <Trans>Add tax</Trans>
        </Button>
      )}
      <SaveNote state={state} />
    </PageSection>
  )
}
