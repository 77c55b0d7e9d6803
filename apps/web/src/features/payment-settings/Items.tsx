import type { PaymentConfigs, SavedItem } from '@frontdesk/contract/api'
import { LINE_TEXT_MAX, SAVED_ITEMS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { AmountInput } from '../../entities/payment/AmountInput.tsx'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import labels from '../../ui/input/labels.module.css'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import classes from './PaymentSettings.module.css'
import { useConfigDraft } from './use-config-draft.ts'

/** Saved items, suggested in the lines of documents. */
export function Items({ stored }: { stored: PaymentConfigs }) {
  const { t } = useLingui()
  const [unpriced, setUnpriced] = useState<readonly string[]>([])
  const { value, change, state, flush } = useConfigDraft('items', stored, (items) =>
    items.every(({ id, description }) => description.trim() !== '' && !unpriced.includes(id)),
  )
  const edit = (id: string, changes: Partial<SavedItem>) =>
    change(value.map((item) => (item.id === id ? { ...item, ...changes } : item)))
  const add = () => change([...value, { id: crypto.randomUUID(), description: '', unitAmount: 0, taxIDs: defaults }])
  const defaults = stored.taxes.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  return (
    <PageSection isCard title={t`Saved items`} text={t`Suggested, with their prices, when you add a line.`}>
      <div className={classes.rows}>
        {value.map((item, index) => (
          <fieldset key={item.id} className={`${classes.row} ${classes.item}`} aria-label={t`Item ${index + 1}`}>
            <TextInput
              className={classes.grows}
              label={t`Description`}
              required
              maxLength={LINE_TEXT_MAX}
              value={item.description}
              onChange={({ currentTarget }) => edit(item.id, { description: currentTarget.value })}
              onBlur={flush}
            />
            <AmountInput
              w={130}
              label={t`Price`}
              currency={stored.currency}
              value={item.unitAmount}
              onChange={(unitAmount) => edit(item.id, { unitAmount: unitAmount ?? 0 })}
              onValidityChange={(isValid) =>
                setUnpriced((now) => [...now.filter((id) => id !== item.id), ...(isValid ? [] : [item.id])])
              }
            />
            {stored.taxes.length > 0 && (
              <MultiSelect
                label={t`Taxes`}
                maxValues={5}
                data={stored.taxes.map(({ id, name }) => ({ value: id, label: name }))}
                value={item.taxIDs}
                onChange={(taxIDs) => edit(item.id, { taxIDs })}
              />
            )}
            <ActionIcon
              size="input-sm"
              className={`${labels.besideLabel} ${classes.removeItem}`}
              aria-label={t`Remove item ${index + 1}`}
              onClick={() => change(value.filter(({ id }) => id !== item.id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </fieldset>
        ))}
      </div>
      {value.length < SAVED_ITEMS_MAX && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          <Trans>Add item</Trans>
        </Button>
      )}
      <SaveNote state={state} />
    </PageSection>
  )
}
