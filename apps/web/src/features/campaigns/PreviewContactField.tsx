import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactSuggestions } from '../../entities/contact/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'

export interface PreviewedContact {
  id: string
  name: string
  phone: string
}

interface Props {
  contact: PreviewedContact | null
  onContact: (contact: PreviewedContact | null) => void
}

const SEARCH_AFTER_MS = 200
const LEAST = 2

const labelOf = (contact: PreviewedContact): string =>
  contact.name === '' ? phoneText(contact.phone) : `${contactName(contact)} ${phoneText(contact.phone)}`

/** Chooses a contact to preview a campaign for, by name or number. */
export function PreviewContactField({ contact, onContact }: Props) {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const isSearched = searched.length >= LEAST && !(contact && searched === labelOf(contact))
  const suggestions = useQuery({ ...contactSuggestions(searched), enabled: isSearched })
  const shown: readonly PreviewedContact[] = isSearched ? (suggestions.data ?? []) : contact ? [contact] : []
  return (
    <Select
      size="xs"
      label={t`Preview for`}
      placeholder={t`Name or number`}
      searchable
      clearable
      allowDeselect={false}
      value={contact?.id ?? null}
      data={shown.map((each) => ({ value: each.id, label: labelOf(each) }))}
      // The server has searched.
      filter={({ options }) => options}
      searchValue={term}
      onSearchChange={(changed) => {
        setTerm(changed)
        // Keyboards and screen readers can’t reach the button that clears it.
        if (changed === '' && contact) onContact(null)
      }}
      nothingFoundMessage={isSearched && suggestions.isSuccess ? t`No results` : undefined}
      onChange={(id) => onContact(shown.find((each) => each.id === id) ?? null)}
    />
  )
}
