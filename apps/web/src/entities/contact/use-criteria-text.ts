import type { ContactCriteria } from '@frontdesk/contract/api'
import { toContactSearch } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { listTimeZone, useLocations } from '../location/queries.ts'
import { useContactFilterChips } from './use-contact-filter-chips.ts'

/** A filter of contacts in words, such as “VIP, Has a conversation”; null without any condition. */
export function useCriteriaText(criteria: ContactCriteria): string | null {
  const { t, i18n } = useLingui()
  const search = toContactSearch(criteria, listTimeZone(useLocations(), null))
  const labels = useContactFilterChips(search).map(({ label }) => label)
  const term = criteria.searchTerm ?? criteria.nameSearch ?? criteria.phoneSearch ?? criteria.emailSearch
  const all = term ? [t`“${term}”`, ...labels] : labels
  return all.length === 0 ? null : new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(all)
}
