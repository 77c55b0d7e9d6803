import {
  BIRTHDAY_KEYS,
  type BirthdayKey,
  CONTACT_SORTS,
  CONTACT_SOURCES,
  type ContactSearch,
  clearContactFilters,
  countContactFilters,
  joinList,
  joinWords,
  splitList,
  splitWords,
  toSort,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sourceText } from '../../entities/contact/contact-texts.ts'
import { BIRTHDAY_TEXTS, OPT_OUT_PARAMS, OPT_OUT_TEXTS, SORT_TEXTS } from '../../entities/contact/filter-texts.ts'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { FilterSelect } from '../../ui/list/FilterSelect.tsx'
import { FilterToolbar } from '../../ui/list/FilterToolbar.tsx'
import { ContactFilterChips } from './ContactFilterChips.tsx'
import { FieldFilters } from './FieldFilters.tsx'
import { useContactListContext } from './list-context.ts'
import { SaveAsSegment } from './SaveAsSegment.tsx'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
}

/** Search field and filters of the list, and the filters in use. */
export function ContactFilters({ search, onSearch }: Props) {
  const { t } = useLingui()
  return (
    <FilterToolbar
      label={t`Filter contacts`}
      q={search.q}
      onQ={(q) => onSearch({ ...search, q })}
      count={countContactFilters(search)}
      fields={(close) => <Filters search={search} onSearch={onSearch} onClose={close} />}
      chips={<ContactFilterChips search={search} onSearch={onSearch} />}
      actions={<SaveAsSegment search={search} />}
    />
  )
}

function Filters({ search, onSearch, onClose }: Props & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const isPhone = useIsPhone()
  const { locationId } = useContactListContext()
  const locations = useLocations()
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const labels = useQuery(labelsQuery).data?.labels ?? []
  const tags = useQuery(usedTagsQuery).data ?? []
  const set = (changes: ContactSearch) => onSearch({ ...search, ...changes })
  const several = (key: 'location' | 'tag' | 'label' | 'status' | 'source', anything: string) => {
    const isOfWords = key === 'label' || key === 'tag'
    const value = (isOfWords ? splitWords : splitList)(search[key])
    return {
      value,
      onChange: (items: string[]) => set({ [key]: (isOfWords ? joinWords : joinList)(items) }),
      anything,
    }
  }
  const yesNo = (key: 'conversation' | 'blocked') => ({
    value: search[key] ?? '',
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => {
      const { value } = event.currentTarget
      set({ [key]: value === 'yes' || value === 'no' ? value : undefined })
    },
  })
  return (
    <Stack gap="sm">
      {locations.length > 1 && locationId === null && (
        <FilterSelect
          label={t`Location`}
          {...several('location', t`All locations`)}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {labels.length > 0 && (
        <FilterSelect label={t`Labels`} {...several('label', t`Any label`)} data={labels.map(({ name }) => name)} />
      )}
      {tags.length > 0 && <FilterSelect label={t`Tags`} {...several('tag', t`Any tag`)} data={tags} />}
      {statuses.length > 0 && (
        <FilterSelect
          label={t`Status`}
          {...several('status', t`Any status`)}
          data={statuses.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      <FilterSelect
        label={t`Source`}
        {...several('source', t`Any source`)}
        data={CONTACT_SOURCES.map((source) => ({ value: source, label: sourceText(source) }))}
      />
      <NativeSelect
        label={t`Birthday`}
        value={search.birthday ?? ''}
        onChange={(event) => set({ birthday: (event.currentTarget.value || undefined) as BirthdayKey | undefined })}
        data={[
          { value: '', label: t`Any day` },
          ...BIRTHDAY_KEYS.map((key) => ({ value: key, label: i18n._(BIRTHDAY_TEXTS[key]) })),
        ]}
      />
      <DateRangeField label={t`Date added`} value={search} onChange={set} />
      <NativeSelect
        label={t`Conversation`}
        {...yesNo('conversation')}
        data={[
          { value: '', label: t`With or without` },
          { value: 'yes', label: t`Has a conversation` },
          { value: 'no', label: t`No conversation yet` },
        ]}
      />
      <NativeSelect
        label={t`Texts`}
        value={search.optedOut ?? ''}
        onChange={(event) => set({ optedOut: OPT_OUT_PARAMS.find((param) => param === event.currentTarget.value) })}
        data={[
          { value: '', label: t`Opted out or not` },
          ...OPT_OUT_PARAMS.map((param) => ({ value: param, label: i18n._(OPT_OUT_TEXTS[param]) })),
        ]}
      />
      <NativeSelect
        label={t`Blocked`}
        {...yesNo('blocked')}
        data={[
          { value: '', label: t`Blocked or not` },
          { value: 'yes', label: t`Blocked` },
          { value: 'no', label: t`Not blocked` },
        ]}
      />
      <FieldFilters search={search} onSearch={onSearch} />
      {isPhone && (
        <NativeSelect
          label={t`Sort by`}
          value={search.sort ?? '-activity'}
          onChange={(event) => set({ sort: toSort(CONTACT_SORTS.find((sort) => sort === event.currentTarget.value)) })}
          data={CONTACT_SORTS.map((sort) => ({ value: sort, label: i18n._(SORT_TEXTS[sort]) }))}
        />
      )}
      {countContactFilters(search) > 0 && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            onSearch(clearContactFilters(search))
            // The button disappears with the filters, and the focus with it.
            onClose()
          }}
        >
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </Stack>
  )
}
