import { type ContactSearch, clearContactFilters } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useContactFilterChips } from '../../entities/contact/use-contact-filter-chips.ts'
import { FilterChips } from '../../ui/list/FilterChips.tsx'
import { useContactListContext } from './list-context.ts'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
}

/** Active filters of the list, each with a button that removes it. */
export function ContactFilterChips({ search, onSearch }: Props) {
  const { t } = useLingui()
  const { locationId } = useContactListContext()
  // The choice of a location for all lists replaces its filter.
  const { location: _location, ...others } = search
  const chips = useContactFilterChips(locationId === null ? search : others)
  return (
    <FilterChips
      chips={chips}
      onRemove={(without) => onSearch({ ...search, ...without })}
      action={{ label: t`Clear filters`, onClick: () => onSearch(clearContactFilters(search)) }}
    />
  )
}
