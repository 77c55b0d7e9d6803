import type { ContactField } from '@frontdesk/contract/api'
import {
  CONTACT_FIELD_TEXT_MAX,
  type ContactSearch,
  type FieldOperator,
  fieldConditionItem,
  joinWords,
  readFieldConditions,
  readFieldValue,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Group, MultiSelect, TextInput } from '@mantine/core'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
}

/** Filters by custom fields: text that they contain, ranges of numbers and dates, choices. */
export function FieldFilters({ search, onSearch }: Props) {
  const fields = useContactFields()
  const conditions = readFieldConditions(search.field)
  return fields.map((field) => (
    <FieldFilter
      key={field.id}
      field={field}
      valuesOf={(operator) =>
        conditions.filter((each) => each.fieldID === field.id && each.operator === operator).map(({ value }) => value)
      }
      onChange={(operator, values) =>
        onSearch({
          ...search,
          field: joinWords(
            [
              ...conditions.filter((each) => each.fieldID !== field.id || each.operator !== operator),
              ...values.map((value) => ({ fieldID: field.id, operator, value })),
            ].map(fieldConditionItem),
          ),
        })
      }
    />
  ))
}

interface FieldProps {
  field: ContactField
  valuesOf: (operator: FieldOperator) => string[]
  onChange: (operator: FieldOperator, values: string[]) => void
}

function FieldFilter({ field, valuesOf, onChange }: FieldProps) {
  const { t } = useLingui()
  const { name, type, choices } = field
  const singleValue = (operator: FieldOperator) => ({
    value: valuesOf(operator)[0] ?? '',
    onChange: (value: string) => onChange(operator, value === '' ? [] : [value]),
  })
  switch (type) {
    case 'text':
      return (
        <TypedFilter
          label={name}
          placeholder={t`Contains…`}
          read={(text) => text.trim()}
          {...singleValue('contains')}
        />
      )
    case 'number': {
      const read = (text: string) => readFieldValue(field, text) ?? ''
      return (
        <Group grow gap="xs" align="flex-end">
          <TypedFilter label={t`${name} from`} inputMode="decimal" read={read} {...singleValue('min')} />
          <TypedFilter label={t`${name} to`} inputMode="decimal" read={read} {...singleValue('max')} />
        </Group>
      )
    }
    case 'date':
      return (
        <Group grow gap="xs" align="flex-end">
          <DateInput label={t`${name} from`} isClearable {...singleValue('min')} />
          <DateInput label={t`${name} until`} isClearable {...singleValue('max')} />
        </Group>
      )
    case 'choice':
      return (
        <MultiSelect
          label={name}
          data={[...new Set([...choices, ...valuesOf('is')])]}
          value={valuesOf('is')}
          onChange={(values) => onChange('is', values)}
          placeholder={valuesOf('is').length === 0 ? t`Any` : ''}
          clearable
          searchable
          hidePickedOptions
          comboboxProps={{ withinPortal: false }}
          clearButtonProps={{ 'aria-label': t`Clear` }}
          nothingFoundMessage={t`No results`}
        />
      )
  }
}

interface TypedProps {
  label: string
  placeholder?: string
  inputMode?: 'decimal'
  value: string
  /** Turns the text into the value of the filter; empty for no filter. */
  read: (text: string) => string
  onChange: (value: string) => void
}

/** Filters once the typing pauses. */
function TypedFilter({ value, read, onChange, ...field }: TypedProps) {
  const { typed, setTyped } = useTypedSearch(value, (text) => onChange(text ?? ''), read)
  return (
    <TextInput
      {...field}
      maxLength={CONTACT_FIELD_TEXT_MAX}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
