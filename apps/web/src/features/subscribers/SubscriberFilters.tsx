import {
  countSubscriberFilters,
  joinList,
  joinWords,
  SUBSCRIBER_SOURCES,
  type SubscriberSearch,
  splitList,
  splitWords,
} from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { type FilterChip, FilterChips } from '../../ui/list/FilterChips.tsx'
import { FilterSelect } from '../../ui/list/FilterSelect.tsx'
import { FilterToolbar } from '../../ui/list/FilterToolbar.tsx'
import { SOURCE_TEXTS } from './subscriber-texts.ts'

interface Props {
  search: SubscriberSearch
  onSearch: (search: SubscriberSearch) => void
}

/** Search field and filters of the list, and the filters in use. */
export function SubscriberFilters({ search, onSearch }: Props) {
  const { t } = useLingui()
  return (
    <FilterToolbar
      label={t`Filter subscribers`}
      q={search.q}
      onQ={(q) => onSearch({ ...search, q })}
      count={countSubscriberFilters(search)}
      fields={() => <Fields search={search} onSearch={onSearch} />}
      chips={<Chips search={search} onSearch={onSearch} />}
    />
  )
}

function Fields({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const tags = useQuery(usedTagsQuery).data ?? []
  const set = (changes: SubscriberSearch) => onSearch({ ...search, ...changes })
  return (
    <Stack gap="sm">
      {locations.length > 1 && locationId === null && (
        <FilterSelect
          label={t`Location`}
          anything={t`All locations`}
          value={splitList(search.location)}
          onChange={(ids) => set({ location: joinList(ids) })}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {tags.length > 0 && (
        <FilterSelect
          label={t`Tags`}
          anything={t`Any tag`}
          value={splitWords(search.tag)}
          onChange={(words) => set({ tag: joinWords(words) })}
          data={tags}
        />
      )}
      <NativeSelect
        label={t`Source`}
        value={search.source ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ source: SUBSCRIBER_SOURCES.find((source) => source === value) })
        }
        data={[
          { value: '', label: t`Any source` },
          ...SUBSCRIBER_SOURCES.map((source) => ({ value: source, label: i18n._(SOURCE_TEXTS[source]) })),
        ]}
      />
      <DateInput
        label={t`Joined from`}
        isClearable
        value={search.from ?? ''}
        max={search.until}
        onChange={(date) => set({ from: date || undefined })}
      />
      <DateInput
        label={t`Joined until`}
        isClearable
        value={search.until ?? ''}
        min={search.from}
        onChange={(date) => set({ until: date || undefined })}
      />
    </Stack>
  )
}

function Chips({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const locationId = useStore(chosenLocation)
  const { source, from, until } = search
  // A calendar day, independent of the time zone.
  const day = (date: string | undefined) => (date ? i18n.date(date, { dateStyle: 'medium', timeZone: 'UTC' }) : '…')
  const ids = locationId === null ? splitList(search.location) : []
  const tags = splitWords(search.tag)
  const chips: FilterChip<SubscriberSearch>[] = [
    ...ids.map((id) => ({
      key: `location:${id}`,
      label: locations.find((location) => location.id === id)?.name ?? t`Unknown location`,
      without: { location: joinList(ids.filter((other) => other !== id)) },
    })),
    ...tags.map((tag) => ({
      key: `tag:${tag}`,
      label: tag,
      without: { tag: joinWords(tags.filter((other) => other !== tag)) },
    })),
    ...(source ? [{ key: 'source', label: i18n._(SOURCE_TEXTS[source]), without: { source: undefined } }] : []),
    ...(from || until
      ? [
          {
            key: 'joined',
            label: t`Joined: ${`${day(from)} – ${day(until)}`}`,
            without: { from: undefined, until: undefined },
          },
        ]
      : []),
  ]
  return (
    <FilterChips
      chips={chips}
      onRemove={(without) => onSearch({ ...search, ...without })}
      action={{ label: t`Clear filters`, onClick: () => onSearch(search.tab ? { tab: search.tab } : {}) }}
    />
  )
}
