import { useLingui } from '@lingui/react/macro'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneText } from '../../lib/phone-text.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { contactSuggestions } from './queries.ts'
import classes from './RecipientField.module.css'

export interface SuggestedContact {
  id: string
  name: string
  phone: string
  conversationSid: string | null
}

interface Props {
  value: string
  chosen: Pick<SuggestedContact, 'id' | 'name' | 'phone'> | undefined
  error: string | undefined
  /** Why an optional field is useful, shown until a contact is chosen. Without it the field is required. */
  optionalNote?: string | undefined
  /** The text of the field, with the contact if one was chosen. */
  onChange: (value: string, chosen: SuggestedContact | undefined) => void
  onBlur?: () => void
}

const LEAST = 2

/** A number or a contact, to write to, book for or charge. */
export function RecipientField({ value, chosen, error, optionalNote, onChange, onBlur }: Props) {
  const { t } = useLingui()
  const [searched] = useDebouncedValue(value.trim(), 150)
  const isSearched = !chosen && searched.length >= LEAST
  const suggestions = useQuery({
    ...contactSuggestions(searched),
    enabled: isSearched,
    retry: false,
    gcTime: 60_000,
  })
  const contacts = isSearched ? (suggestions.data ?? []) : []
  const [isActive, setIsActive] = useState(false)
  const combobox = useCombobox({
    // An open list keeps Escape from the dialog around it, also an empty one, which is invisible.
    opened: isActive && contacts.length > 0,
    onOpenedChange: setIsActive,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const contact = contacts.find((one) => one.id === id)
        if (contact) onChange(contact.name || phoneText(contact.phone), contact)
        setIsActive(false)
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t`Phone number or name`}
          description={chosen?.name ? phoneText(chosen.phone) : optionalNote}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          placeholder="(202) 555-0134"
          required={optionalNote === undefined}
          withAsterisk={false}
          data-autofocus={optionalNote === undefined || undefined}
          maxLength={120}
          value={value}
          error={error}
          onChange={(event) => {
            onChange(event.currentTarget.value, undefined)
            setIsActive(true)
          }}
          onFocus={() => setIsActive(true)}
          onBlur={() => {
            setIsActive(false)
            onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t`Contacts`}>
          {contacts.map((contact) => (
            <Combobox.Option key={contact.id} value={contact.id}>
              <div className={classes.contact}>
                <Avatar name={contact.name} colorKey={contact.id} size={24} />
                <span className={classes.name}>{contact.name || phoneText(contact.phone)}</span>
                {contact.name && <span className={classes.number}>{phoneText(contact.phone)}</span>}
              </div>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
