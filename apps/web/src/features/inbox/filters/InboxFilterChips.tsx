import { type InboxSearch, joinList, joinWords, splitList, splitWords, toSearchText } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { foldersOf, foldersQuery } from '../../../entities/folder/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { viewsQuery } from '../../../entities/view/queries.ts'
import { RANGE_TEXTS } from '../../../ui/input/date-range-texts.ts'
import { type FilterChip, FilterChips } from '../../../ui/list/FilterChips.tsx'
import { openModal } from '../../../ui/modal/modals.ts'
import { useListContext } from '../list-context.ts'
import { SOURCE_TEXTS } from './filter-texts.ts'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
}

/** Active filters of the list, each with a button that removes it. */
export function InboxFilterChips({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const { locationId } = useListContext()
  const team = useTeammates()
  const folders = foldersOf(useQuery(foldersQuery).data, locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []

  const views = useQuery(viewsQuery).data ?? []

  const nameOf = {
    to: (id: string) =>
      id === 'me'
        ? t`Mine`
        : id === 'none'
          ? t`Unassigned`
          : (team.find((one) => one.userID === id)?.userName ?? t`Former teammate`),
    folder: (key: string) => folders.find((one) => one.folderKey === key)?.folderName ?? key,
    status: (key: string) => statuses.find((one) => one.key === key)?.name ?? key,
    source: (key: string) => i18n._(SOURCE_TEXTS[key as keyof typeof SOURCE_TEXTS]),
  }
  const chips: FilterChip<InboxSearch>[] = (['to', 'folder', 'status', 'source'] as const).flatMap((key) =>
    splitList(search[key]).map((item) => ({
      key: `${key}:${item}`,
      label: nameOf[key](item),
      without: { [key]: joinList(splitList(search[key]).filter((other) => other !== item)) },
    })),
  )
  const labels = splitWords(search.label)
  for (const label of labels) {
    const others = labels.filter((other) => other !== label)
    chips.push({ key: `label:${label}`, label, without: { label: joinWords(others) } })
  }
  if (search.range) {
    const { range, from, until } = search
    // A calendar day, independent of the time zone.
    const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
    const label = range === 'custom' && (from || until) ? `${day(from)} – ${day(until)}` : i18n._(RANGE_TEXTS[range])
    chips.push({ key: 'range', label, without: { range: undefined, from: undefined, until: undefined } })
  }
  if (search.scheduled) {
    chips.push({ key: 'scheduled', label: t`Has a scheduled message`, without: { scheduled: undefined } })
  }
  if (search.tab === 'all') chips.push({ key: 'all', label: t`Including closed`, without: { tab: undefined } })
  if (search.asc) {
    const label = search.waiting ? t`Shortest wait first` : t`Oldest first`
    chips.push({ key: 'asc', label, without: { asc: undefined } })
  }
  if (search.waiting) chips.push({ key: 'waiting', label: t`Waiting for a reply`, without: { waiting: undefined } })
  if (search.snoozed) chips.push({ key: 'snoozed', label: t`Snoozed`, without: { snoozed: undefined } })
  if (search.q) chips.push({ key: 'q', label: t`Name or number: ${search.q}`, without: { find: undefined } })
  // A view without further filters is already named in the rail.
  const [only] = chips
  if (!only || (chips.length === 1 && /^(to|folder|status):|^(waiting|snoozed)$/.test(only.key))) return null
  const isView = views.some((view) => view.search === toSearchText(search))
  return (
    <FilterChips
      chips={chips}
      onRemove={(without) => onSearch({ ...search, ...without })}
      action={
        isView
          ? undefined
          : { label: t`Save view`, onClick: () => openModal('save-view', { search: toSearchText(search) }) }
      }
    />
  )
}
