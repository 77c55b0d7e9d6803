import type { ContactField } from '@frontdesk/contract/api'
import { CONTACT_FIELD_TEXT_MAX } from '@frontdesk/contract/rules'
import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateInput } from '../../ui/input/DateInput.tsx'

interface Props {
  field: ContactField
  value: string
  error?: ReactNode
  onChange: (value: string) => void
}

/** The input of a custom field, by its type. */
export function FieldInput({ field: { name, type, choices }, value, error, onChange }: Props) {
  switch (type) {
    case 'date':
      return <DateInput label={name} isClearable value={value} error={error} onChange={onChange} />
    case 'choice':
      return (
        <Select
          label={name}
          clearable
          searchable={choices.length > 10}
          // A contact keeps the value of a choice that was removed.
          data={value === '' || choices.includes(value) ? choices : [...choices, value]}
          value={value || null}
          error={error}
          onChange={(choice) => onChange(choice ?? '')}
        />
      )
    default:
      return (
        <TextInput
          label={name}
          inputMode={type === 'number' ? 'decimal' : undefined}
          maxLength={CONTACT_FIELD_TEXT_MAX}
          autoComplete="off"
          dir="auto"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
