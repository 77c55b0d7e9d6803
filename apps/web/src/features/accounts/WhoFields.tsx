import { useLingui } from '@lingui/react/macro'
import { Group, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/** The words typed into a form, and what each of its fields needs. */
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

export const NOBODY_YET = { businessName: '', firstName: '', lastName: '', email: '' }

interface Props {
  field: (name: keyof typeof NOBODY_YET) => ReturnType<ReturnType<typeof useFields>['field']>
  /** For whom the address is a login, and for whom it is only an address. */
  emailIs: 'username' | 'email'
  isFirst?: boolean
}

/** Which business somebody is from, who they are, and where they get mail. */
export function WhoFields({ field, emailIs, isFirst = true }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Business name`}
        autoComplete="organization"
        required
        withAsterisk={false}
        maxLength={120}
        autoFocus={isFirst}
        {...field('businessName')}
      />
      <Group gap="sm" grow>
        <TextInput
          label={t`First name`}
          autoComplete="given-name"
          required
          withAsterisk={false}
          maxLength={60}
          {...field('firstName')}
        />
        <TextInput label={t`Last name`} autoComplete="family-name" maxLength={60} {...field('lastName')} />
      </Group>
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete={emailIs}
        required
        withAsterisk={false}
        maxLength={254}
        {...field('email')}
      />
    </>
  )
}
