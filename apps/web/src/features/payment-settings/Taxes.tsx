import type { PaymentConfigs, PaymentTax } from '@frontdesk/contract/api'
import { TAX_NAME_MAX, TAXES_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { PercentInput } from '../../entities/payment/PercentInput.tsx'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import classes from './PaymentSettings.module.css'
import { useConfigDraft } from './use-config-draft.ts'

/** The taxes of the business, which lines of documents have. */
export function Taxes({ stored }: { stored: PaymentConfigs }) {
  const { t } = useLingui()
  const [unrated, setUnrated] = useState<readonly string[]>([])
  const { value, change, state, flush } = useConfigDraft('taxes', stored, (taxes) =>
    taxes.every(({ id, name }) => name.trim() !== '' && !unrated.includes(id)),
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
            <PercentInput
              w={130}
              label={t`Rate`}
              value={tax.rate}
              onChange={(rate) => edit(tax.id, { rate: rate ?? 0 })}
              onValidityChange={(isValid) =>
                setUnrated((now) => [...now.filter((id) => id !== tax.id), ...(isValid ? [] : [tax.id])])
              }
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
