import type { PlaceDetails } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-texts.ts'
import classes from './PlaceSearch.module.css'

interface Props {
  onSelect: (place: PlaceDetails) => void
}

const LEAST = 2

/** Finds the business or its address at Google. The result only prefills the form, so a failure does no harm. */
export function PlaceSearch({ onSelect }: Props) {
  const { t } = useLingui()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), 200)
  // A Google session is a search and its details request; the next search starts a new one.
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID())

  const suggestions = useQuery({
    queryKey: ['places', searched, sessionToken],
    queryFn: async ({ signal }) =>
      (await api.locations.suggestPlaces({ input: searched, sessionToken }, { signal })).suggestions,
    enabled: searched.length >= LEAST,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  })
  const choosing = useMutation({
    mutationFn: (placeId: string) => api.locations.getPlace({ placeId, sessionToken }),
    onSuccess: (place) => {
      setTerm(place.name)
      onSelect(place)
    },
    onSettled: () => setSessionToken(crypto.randomUUID()),
  })
  const shown = searched.length >= LEAST ? (suggestions.data ?? []) : []
  const failure = choosing.error ?? (searched.length >= LEAST ? suggestions.error : null)

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(placeId) => {
        combobox.closeDropdown()
        choosing.mutate(placeId)
      }}
      withinPortal={false}
    >
      <Combobox.Target>
        <TextInput
          label={t`Find it on Google`}
          description={t`Search by name or address and we’ll fill in the rest.`}
          type="search"
          autoComplete="off"
          maxLength={200}
          leftSection={<IconSearch size={15} />}
          rightSection={(choosing.isPending || suggestions.isFetching) && <Loader size={14} />}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            choosing.reset()
            combobox.openDropdown()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={searched.length < LEAST || (suggestions.isPending && !failure) || Boolean(failure)}>
        <Combobox.Options aria-label={t`Search results`}>
          {shown.map(({ placeId, mainText, secondaryText }) => (
            <Combobox.Option key={placeId} value={placeId}>
              <div>{mainText}</div>
              <div className={classes.address}>{secondaryText}</div>
            </Combobox.Option>
          ))}
          {shown.length === 0 && (
            <Combobox.Empty>
              <Trans>No results on Google. Enter the address below.</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      {failure ? (
        <p className={classes.problem} role="status">
          {errorText(failure)}
        </p>
      ) : null}
    </Combobox>
  )
}
