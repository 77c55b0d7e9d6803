import {
  type ContactSearch,
  fieldConditionItem,
  joinList,
  joinWords,
  readFieldConditions,
  splitList,
  splitWords,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RANGE_TEXTS } from '../../ui/input/date-range-texts.ts'
import type { FilterChip } from '../../ui/list/FilterChips.tsx'
import { useConditionText } from '../contact-field/use-condition-text.ts'
import { useLocations } from '../location/queries.ts'
import { contactStatusesQuery } from '../status/queries.ts'
import { sourceText } from './contact-texts.ts'
import { BIRTHDAY_TEXTS, OPT_OUT_TEXTS } from './filter-texts.ts'

/** The filters of contacts in words, each with the search params that remove it. */
export function useContactFilterChips(search: ContactSearch): FilterChip<ContactSearch>[] {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const conditionText = useConditionText()
  const nameOf = {
    location: (id: string) => locations.find((location) => location.id === id)?.name ?? t`Unknown location`,
    status: (key: string) => statuses.find((status) => status.key === key)?.name ?? key,
    source: sourceText,
    label: (name: string) => name,
    tag: (name: string) => name,
  }
  const chips: FilterChip<ContactSearch>[] = (['location', 'label', 'tag', 'status', 'source'] as const).flatMap(
    (key) => {
      const isOfWords = key === 'label' || key === 'tag'
      const items = (isOfWords ? splitWords : splitList)(search[key])
      return items.map((item) => ({
        key: `${key}:${item}`,
        label: nameOf[key](item),
        without: { [key]: (isOfWords ? joinWords : joinList)(items.filter((other) => other !== item)) },
      }))
    },
  )
  if (search.birthday) {
    const day = i18n._(BIRTHDAY_TEXTS[search.birthday])
    chips.push({ key: 'birthday', label: t`Birthday: ${day}`, without: { birthday: undefined } })
  }
  if (search.range) {
    const { range, from, until } = search
    // A calendar day, independent of the time zone.
    const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
    const days = range === 'custom' && (from || until) ? `${day(from)} – ${day(until)}` : i18n._(RANGE_TEXTS[range])
    chips.push({
      key: 'range',
      label: t`Added: ${days}`,
      without: { range: undefined, from: undefined, until: undefined },
    })
  }
  if (search.conversation) {
    const label = search.conversation === 'yes' ? t`Has a conversation` : t`No conversation yet`
    chips.push({ key: 'conversation', label, without: { conversation: undefined } })
  }
  if (search.optedOut) {
    chips.push({ key: 'optedOut', label: i18n._(OPT_OUT_TEXTS[search.optedOut]), without: { optedOut: undefined } })
  }
  if (search.blocked) {
    const label = search.blocked === 'yes' ? t`Blocked` : t`Not blocked`
    chips.push({ key: 'blocked', label, without: { blocked: undefined } })
  }
  const conditions = readFieldConditions(search.field)
  for (const condition of conditions) {
    const others = conditions.filter((other) => other !== condition)
    chips.push({
      key: fieldConditionItem(condition),
      label: conditionText(condition),
      without: { field: joinWords(others.map(fieldConditionItem)) },
    })
  }
  return chips
}
