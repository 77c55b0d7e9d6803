import { useLingui } from '@lingui/react/macro'
import { Group, TextInput } from '@mantine/core'
import { email, type FieldRules, required } from '../../ui/form/field-rules.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'

interface Person {
  businessName: string
  firstName: string
  lastName: string
  email: string
}

export const emptyPerson: Person = { businessName: '', firstName: '', lastName: '', email: '' }

export const personRules: FieldRules<Person> = {
  businessName: required,
  firstName: required,
  email: [required, email],
}

interface Props {
  text: (name: keyof Person) => ReturnType<ApiForm<Person>['text']>
  /** The use of the email: as the name of a login, or only to reach the person. */
  emailIs: 'username' | 'email'
  isFirst?: boolean
}

/** The business, the person, and their email. */
export function PersonFields({ text, emailIs, isFirst = true }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Business name`}
        autoComplete="organization"
        maxLength={120}
        autoFocus={isFirst}
        {...text('businessName')}
      />
      <Group gap="sm" grow align="start">
        <TextInput label={t`First name`} autoComplete="given-name" maxLength={60} {...text('firstName')} />
        <TextInput label={t`Last name`} autoComplete="family-name" maxLength={60} {...text('lastName')} />
      </Group>
      <TextInput label={t`Email`} type="email" autoComplete={emailIs} maxLength={254} {...text('email')} />
    </>
  )
}
