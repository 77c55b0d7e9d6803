import {
  can,
  conversationRules,
  FILTER_KEYS,
  hasFilters,
  type InboxSearch,
  joinList,
  joinWords,
  splitList,
  splitWords,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { foldersOf, foldersQuery } from '../../../entities/folder/queries.ts'
import { labelsQuery } from '../../../entities/label/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { DateRangeField } from '../../../ui/input/DateRangeField.tsx'
import { FilterPopover } from '../../../ui/list/FilterPopover.tsx'
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx'
import { useListContext } from '../list-context.ts'
import { FilterButton } from './FilterButton.tsx'
import { PRESENT_SOURCES, SOURCE_TEXTS } from './filter-texts.ts'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
}

/** All filters of the list; each applies at once and is part of the URL. */
export const FilterPanel = ({ search, onSearch }: Props) => (
  <FilterPopover isOpenAtFirst button={(props) => <FilterButton search={search} {...props} />}>
    {(close) => <Filters search={search} onSearch={onSearch} onClose={close} />}
  </FilterPopover>
)

function Filters({ search, onSearch, onClose }: Props & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const team = useTeammates()
  const seesOthers = can(me, 'convos_view_assigned_to_others')
  const seesUnassigned = can(me, 'convos_view_unassigned_conversations')
  const folders = foldersOf(useQuery(foldersQuery).data, locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const labels = useQuery(labelsQuery).data?.labels ?? []
  const set = (changes: InboxSearch) => onSearch({ ...search, ...changes })
  const several = (key: 'to' | 'folder' | 'status' | 'label' | 'source', anything: string) => {
    const isOfWords = key === 'label'
    const value = (isOfWords ? splitWords : splitList)(search[key])
    return {
      value,
      onChange: (items: string[]) => set({ [key]: (isOfWords ? joinWords : joinList)(items) }),
      anything,
    }
  }
  return (
    <Stack gap="sm">
      {!conversationRules.seeOwnOnly(me) && (
        <FilterSelect
          label={t`Assigned to`}
          {...several('to', t`Anyone`)}
          data={[
            { value: 'me', label: t`Me` },
            ...(seesUnassigned ? [{ value: 'none', label: t`Unassigned` }] : []),
            ...team
              .filter(({ userID }) => seesOthers && userID !== me.userId)
              .map(({ userID, userName }) => ({ value: userID, label: userName })),
          ]}
        />
      )}
      <FilterSelect
        label={t`Folder`}
        {...several('folder', t`All folders`)}
        data={folders.map(({ folderKey, folderName }) => ({ value: folderKey, label: folderName }))}
      />
      {statuses.length > 0 && (
        <FilterSelect
          label={t`Contact status`}
          {...several('status', t`Any status`)}
          data={statuses.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      {labels.length > 0 && (
        <FilterSelect
          label={t`Contact label`}
          {...several('label', t`Any label`)}
          data={labels.map(({ name }) => name)}
        />
      )}
      {PRESENT_SOURCES.length > 1 && (
        <FilterSelect
          label={t`Source`}
          {...several('source', t`Any source`)}
          data={PRESENT_SOURCES.map((source) => ({ value: source, label: i18n._(SOURCE_TEXTS[source]) }))}
        />
      )}
      <DateRangeField label={t`Latest message`} value={search} onChange={set} />
      <NativeSelect
        label={t`Sort by`}
        value={search.waiting ? (search.asc ? 'shortest' : 'longest') : search.asc ? 'oldest' : 'newest'}
        onChange={(event) => set({ asc: ['oldest', 'shortest'].includes(event.currentTarget.value) || undefined })}
        data={
          search.waiting
            ? [
                { value: 'longest', label: t`Longest wait first` },
                { value: 'shortest', label: t`Shortest wait first` },
              ]
            : [
                { value: 'newest', label: t`Newest first` },
                { value: 'oldest', label: t`Oldest first` },
              ]
        }
      />
      <Checkbox
        label={t`Waiting for a reply (longest first)`}
        checked={search.waiting === true}
        onChange={(event) => set({ waiting: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`Snoozed`}
        checked={search.snoozed === true}
        onChange={(event) => set({ snoozed: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`Has a scheduled message`}
        checked={search.scheduled === true}
        onChange={(event) => set({ scheduled: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`Include closed`}
        checked={search.tab === 'all'}
        onChange={(event) => set({ tab: event.currentTarget.checked ? 'all' : undefined })}
      />
      {hasFilters(search) && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            set({
              ...Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])),
              from: undefined,
              until: undefined,
            })
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
