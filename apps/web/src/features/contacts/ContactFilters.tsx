import {
  BIRTHDAY_KEYS,
  type BirthdayKey,
  CONTACT_SORTS,
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
import { Button, MultiSelect, NativeSelect, Stack } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sourceText } from '../../entities/contact/contact-texts.ts'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { DateRangeField } from '../../ui/input/DateRangeField.tsx'
import { useIsPhone } from '../../ui/layout/use-viewport.ts'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { FilterPopover } from '../../ui/list/FilterPopover.tsx'
import { ContactFilterChips } from './ContactFilterChips.tsx'
import classes from './ContactsScreen.module.css'
import { FieldFilters } from './FieldFilters.tsx'
import { BIRTHDAY_TEXTS, PRESENT_SOURCES, SORT_TEXTS } from './filter-texts.ts'
import { useContactListContext } from './list-context.ts'

interface Props {
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
}

/** Search field and filters of the list, and the filters in use. */
export function ContactFilters({ search, onSearch }: Props) {
  const { t } = useLingui()
  const { typed, setTyped } = useTypedSearch(search.q ?? '', (q) => onSearch({ ...search, q }))
  const count = countContactFilters(search)
  return (
    <div className={classes.toolbar}>
      <FilterBar label={t`Filter contacts`}>
        <div className={classes.search}>
          <ListSearch label={t`Search name, number, or email`} value={typed} onChange={setTyped} />
        </div>
        <FilterPopover
          button={(props) => (
            <Button
              variant="default"
              className={classes.filter}
              aria-haspopup="dialog"
              leftSection={count > 0 ? <IconFilterFilled size={15} /> : <IconFilter size={15} stroke={1.75} />}
              {...props}
            >
              <Trans>Filter</Trans>
            </Button>
          )}
        >
          {(close) => <Filters search={search} onSearch={onSearch} onClose={close} />}
        </FilterPopover>
      </FilterBar>
      {count > 0 && <ContactFilterChips search={search} onSearch={onSearch} />}
    </div>
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
      placeholder: value.length === 0 ? anything : '',
      clearable: true,
      searchable: true,
      comboboxProps: { withinPortal: false },
      clearButtonProps: { 'aria-label': t`Clear` },
      hidePickedOptions: true,
      nothingFoundMessage: t`No results`,
      // The first field gets the focus when the panel opens; its options would cover the next one.
      openOnFocus: false,
    }
  }
  const yesNo = (key: 'conversation' | 'optedOut' | 'blocked') => ({
    value: search[key] ?? '',
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => {
      const { value } = event.currentTarget
      set({ [key]: value === 'yes' || value === 'no' ? value : undefined })
    },
  })
  return (
    <Stack gap="sm">
      {locations.length > 1 && locationId === null && (
        <MultiSelect
          label={t`Location`}
          {...several('location', t`All locations`)}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {labels.length > 0 && (
        <MultiSelect label={t`Labels`} {...several('label', t`Any label`)} data={labels.map(({ name }) => name)} />
      )}
      {tags.length > 0 && <MultiSelect label={t`Tags`} {...several('tag', t`Any tag`)} data={tags} />}
      {statuses.length > 0 && (
        <MultiSelect
          label={t`Status`}
          {...several('status', t`Any status`)}
          data={statuses.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      <MultiSelect
        label={t`Source`}
        {...several('source', t`Any source`)}
        data={PRESENT_SOURCES.map((source) => ({ value: source, label: sourceText(source) }))}
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
        {...yesNo('optedOut')}
        data={[
          { value: '', label: t`Opted out or not` },
          { value: 'yes', label: t`Opted out` },
          { value: 'no', label: t`Not opted out` },
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
