import type { ContactField, ContactFieldList } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import classes from './ContactSettings.module.css'
import { FieldModal } from './FieldModal.tsx'
import { TYPE_TEXTS } from './field-types.ts'
import { useSaveFields } from './use-save-fields.ts'

/** The custom fields in their order, and those that are archived. */
export function FieldList({ stored }: { stored: ContactFieldList }) {
  const { t, i18n } = useLingui()
  const saveFields = useSaveFields()
  const [changing, setChanging] = useState<ContactField>()
  const saving = useMutation({ mutationFn: (fields: ContactField[]) => saveFields(stored, fields) })
  const save = (fields: ContactField[]) => {
    // A disabled button would lose the focus.
    if (!saving.isPending) saving.mutate(fields)
  }
  const fields = stored.fields.filter(({ isArchived }) => !isArchived)
  const archived = stored.fields.filter(({ isArchived }) => isArchived)
  const setArchived = (field: ContactField, isArchived: boolean) =>
    save(stored.fields.map((each) => (each.id === field.id ? { ...each, isArchived } : each)))
  // Its name may have been given to another field since; the dialog asks for a new one.
  const restore = (field: ContactField) =>
    fields.some(({ name }) => name.toLowerCase() === field.name.toLowerCase())
      ? setChanging(field)
      : setArchived(field, false)
  return (
    <>
      <ErrorText error={saving.error} mb="sm" />
      {fields.length === 0 && (
        <Text size="sm" className={classes.soft}>
          <Trans>No custom fields yet.</Trans>
        </Text>
      )}
      {fields.length > 0 && (
        <ul className={rowClasses.list}>
          {fields.map((field, index) => {
            const { id, name, type, choices } = field
            return (
              <li key={id} className={classes.row}>
                <span className={classes.what}>
                  <span dir="auto">{name}</span>
                  <span className={classes.soft}>
                    {i18n._(TYPE_TEXTS[type])}
                    {choices.length > 0 && `: ${choices.join(', ')}`}
                  </span>
                </span>
                <MoveButtons items={fields} index={index} name={name} onMove={(next) => save([...next, ...archived])} />
                <ActionIcon aria-label={t`Edit ${name}`} onClick={() => setChanging(field)}>
                  <IconPencil size={16} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t`Archive ${name}`}
                  data-tip={t`Archive. The field is hidden, and contacts keep its values.`}
                  onClick={() => setArchived(field, true)}
                >
                  <IconArchive size={16} stroke={1.75} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      {archived.length > 0 && (
        <details className={classes.archived}>
          <summary>
            <Trans>Archived fields</Trans>
          </summary>
          <ul className={rowClasses.list}>
            {archived.map((field) => (
              <li key={field.id} className={classes.row}>
                <span className={classes.what}>
                  <span dir="auto">{field.name}</span>
                  <span className={classes.soft}>{i18n._(TYPE_TEXTS[field.type])}</span>
                </span>
                <Button size="compact-sm" variant="default" onClick={() => restore(field)}>
                  <Trans>Restore</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changing && <FieldModal stored={stored} field={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
