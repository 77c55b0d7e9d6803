import type { ContactField, ContactFieldList } from '@frontdesk/contract/api'
import {
  CONTACT_FIELD_CHOICE_MAX,
  CONTACT_FIELD_CHOICES_MAX,
  CONTACT_FIELD_NAME_MAX,
  CONTACT_FIELD_TYPES,
  type ContactFieldType,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactFieldsQuery } from '../../entities/contact-field/queries.ts'
import { errorCode } from '../../lib/error-code.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { TYPE_TEXTS } from './field-types.ts'
import { useSaveFields } from './use-save-fields.ts'

interface Props {
  stored: ContactFieldList
  /** Absent: a new one. */
  field?: ContactField
  onClose: () => void
}

interface Values {
  name: string
  type: ContactFieldType
  choices: string[]
}

const valuesOf = (field: ContactField | undefined): Values => ({
  name: field?.name ?? '',
  type: field?.type ?? 'text',
  choices: field?.choices ?? [],
})

/** Adds a field or changes one. Concurrent changes by teammates are not overwritten. */
export function FieldModal({ stored, field, onClose }: Props) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const saveFields = useSaveFields()
  const [base, setBase] = useState({ stored, field })
  // Changes to other fields do not concern this dialog.
  const isUnchanged = !base.field || stored.fields.includes(base.field)
  const { version, fields } = isUnchanged ? stored : base.stored
  const isTaken = (name: string) =>
    stored.fields.some(
      (each) => each.id !== field?.id && !each.isArchived && each.name.toLowerCase() === name.trim().toLowerCase(),
    )
  const form = useSharedForm<Values>({
    initial: valuesOf(field),
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      choices: { label: t`Options`, fields: ['choices'], show: ({ choices }) => choices.join(', ') },
    },
    rules: {
      name: [required, (name) => isTaken(name) && t`Another field has this name`],
      choices: (choices, { type }) => type === 'choice' && choices.length === 0 && t`Add at least one option`,
    },
    save: ({ name, type, choices }) => {
      const draft = { name: name.trim(), type, choices: type === 'choice' ? choices : [], isArchived: false }
      return saveFields(
        { version, fields },
        field ? fields.map((each) => (each.id === field.id ? { ...draft, id: field.id } : each)) : [...fields, draft],
      )
    },
    onConflict: async (error) => {
      if (errorCode(error) !== 'ChangedMeanwhile') return undefined
      const present = await cache.fetchQuery({ ...contactFieldsQuery, staleTime: 0 })
      const theirs = present.fields.find(({ id }) => id === field?.id)
      if (theirs) setBase({ stored: present, field: theirs })
      return theirs && valuesOf(theirs)
    },
  })
  return (
    <FormModal
      title={field ? t`Edit “${field.name}”` : t`Add a field`}
      submitLabel={field ? t`Save` : t`Add field`}
      form={form}
      notice={form.notice}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t`Name`}
        maxLength={CONTACT_FIELD_NAME_MAX}
        autoComplete="off"
        dir="auto"
        {...form.text('name')}
      />
      <NativeSelect
        label={t`Type`}
        description={field ? t`The type of a field can’t change.` : undefined}
        disabled={field !== undefined}
        {...form.control('type')}
        onChange={({ currentTarget: { value } }) =>
          form.set('type', CONTACT_FIELD_TYPES.find((type) => type === value) ?? 'text')
        }
        data={CONTACT_FIELD_TYPES.map((type) => ({ value: type, label: i18n._(TYPE_TEXTS[type]) }))}
      />
      {form.values.type === 'choice' && (
        <TagsInput
          label={t`Options`}
          description={t`Contacts keep an option that you remove.`}
          placeholder={form.values.choices.length === 0 ? t`Type an option and press Enter` : undefined}
          maxTags={CONTACT_FIELD_CHOICES_MAX}
          acceptValueOnBlur
          {...form.control('choices')}
          onChange={(choices) =>
            form.set(
              'choices',
              choices.map((choice) => choice.trim().slice(0, CONTACT_FIELD_CHOICE_MAX)).filter(Boolean),
            )
          }
        />
      )}
    </FormModal>
  )
}
