import { useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { TextField } from '../../ui/input/TextField.tsx'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/** The values of a form’s text fields, and the props of each. */
export function useFields<Name extends string>(empty: Record<Name, string>) {
  const [fields, setFields] = useState(empty)
  const field = (name: Name) => ({
    name,
    value: fields[name],
    onChange: (event: Typed) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  return { fields, field }
}

export const NO_PERSON = { businessName: '', firstName: '', lastName: '', email: '' }

interface Props {
  field: (name: keyof typeof NO_PERSON) => ReturnType<ReturnType<typeof useFields>['field']>
  /** What the email becomes: the name of a login, or only a way to reach the person. */
  emailIs: 'username' | 'email'
  isFirst?: boolean
}

/** The business, the person, and their email. */
export function WhoFields({ field, emailIs, isFirst = true }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Business name`}
        autoComplete="organization"
        required
        maxLength={120}
        autoFocus={isFirst}
        {...field('businessName')}
      />
      <Group gap="sm" grow align="start">
        <TextField label={t`First name`} autoComplete="given-name" required maxLength={60} {...field('firstName')} />
        <TextField label={t`Last name`} autoComplete="family-name" maxLength={60} {...field('lastName')} />
      </Group>
      <TextField label={t`Email`} type="email" autoComplete={emailIs} required maxLength={254} {...field('email')} />
    </>
  )
}
