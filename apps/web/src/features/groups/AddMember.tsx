import { useLingui } from '@lingui/react/macro'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { contactSuggestions } from '../../entities/contact/queries.ts'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

const SEARCH_AFTER_MS = 200

/** Finds a contact by name or number and adds it to the group. */
export function AddMember({ sid }: { sid: string }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const combobox = useCombobox()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const suggestions = useQuery({ ...contactSuggestions(searched), enabled: searched !== '' }).data ?? []
  const add = async (contactID: string) => {
    setTerm('')
    combobox.closeDropdown()
    try {
      await api.groups.addMembers({ sid, contactIDs: [contactID] })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => void add(id)} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          aria-label={t`Add a member`}
          placeholder={t`Add by name or number`}
          leftSection={<IconPlus size={15} />}
          maxLength={120}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={searched === '' || term.trim() === ''}>
        <Combobox.Options aria-label={t`Contacts`}>
          {suggestions.map((contact) => (
            <Combobox.Option key={contact.id} value={contact.id}>
              {contactName(contact)} {contact.name !== '' && phoneText(contact.phone)}
            </Combobox.Option>
          ))}
          {suggestions.length === 0 && <Combobox.Empty>{t`No results`}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
