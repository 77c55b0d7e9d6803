import {
  type BirthDateParts,
  CONTACT_LABELS_MAX,
  CONTACT_NAME_MAX,
  CONTACT_TAGS_MAX,
  readBirthDate,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { birthDateRule } from '../../entities/contact/birth-date-rule.ts'
import { TagInput } from '../../entities/contact/TagInput.tsx'
import { FieldInput } from '../../entities/contact-field/FieldInput.tsx'
import { fieldProblem } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { email, type FieldRules } from '../../ui/form/field-rules.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { BirthDateInput } from '../../ui/input/BirthDateInput.tsx'

export interface ContactValues {
  name: string
  email: string
  birth: BirthDateParts
  locationID: string | null
  labels: string[]
  tags: string[]
  /** Custom fields, by id. */
  custom: Record<string, string>
}

export const birthDateOf = (birth: BirthDateParts): string | null => {
  const read = readBirthDate(birth, Temporal.Now.plainDateISO())
  return 'date' in read ? read.date : null
}

export const contactRules: FieldRules<ContactValues> = {
  email,
  birth: birthDateRule,
}

/** Below, the suggestions would cover the button that saves. */
export const ABOVE = { position: 'top-start', middlewares: { flip: false } } as const

interface Props {
  form: ApiForm<ContactValues>
  /** The field of the phone number, below the name. */
  phone: ReactNode
  /** Below the field of the main email. */
  moreEmails?: ReactNode
  /** Custom fields before the edit. */
  saved?: Readonly<Record<string, string>>
}

/** The fields of a new or edited contact. */
export function ContactFields({ form, phone, moreEmails, saved = {} }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const allLabels = useQuery(labelsQuery).data?.labels ?? []
  const fields = useContactFields()
  const custom = form.control('custom')
  return (
    <>
      <TextInput
        label={t`Name`}
        maxLength={CONTACT_NAME_MAX}
        autoComplete="off"
        dir="auto"
        data-autofocus
        {...form.text('name')}
      />
      {phone}
      <TextInput label={t`Email`} type="email" maxLength={200} autoComplete="off" {...form.text('email')} />
      {moreEmails}
      <BirthDateInput label={t`Birth date`} {...form.control('birth')} />
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          searchable={locations.length > 10}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.control('locationID')}
        />
      )}
      {allLabels.length > 0 && (
        <MultiSelect
          label={t`Labels`}
          placeholder={form.values.labels.length === 0 ? t`Choose labels` : ''}
          searchable
          hidePickedOptions
          maxValues={CONTACT_LABELS_MAX}
          nothingFoundMessage={t`No results`}
          data={allLabels.map(({ name }) => name)}
          {...form.control('labels')}
        />
      )}
      <TagInput label={t`Tags`} maxTags={CONTACT_TAGS_MAX} comboboxProps={ABOVE} {...form.control('tags')} />
      {fields.map((field) => {
        const value = custom.value[field.id] ?? ''
        return (
          <FieldInput
            key={field.id}
            field={field}
            value={value}
            error={custom.error && fieldProblem(field, value, saved[field.id])}
            onChange={(next) => form.merge((now) => ({ custom: { ...now.custom, [field.id]: next } }))}
          />
        )
      })}
    </>
  )
}
