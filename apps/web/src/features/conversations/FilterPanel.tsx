import {
  can,
  conversationRules,
  DATE_RANGES,
  type DateRange,
  FILTER_KEYS,
  hasFilters,
  type InboxSearch,
  joinList,
  splitList,
} from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Popover,
  Stack,
  TextInput,
} from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import { contactStatusesQuery, foldersOf, foldersQuery } from '../../lib/settings-queries.ts'
import { useTeammates } from '../../lib/teammates.ts'
import { PRESENT_SOURCES, RANGE_TEXTS, SOURCE_TEXTS } from './filter-texts.ts'
import { useListContext } from './list-context.ts'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
}

/** Everything the list can be narrowed by, on one sheet; each choice takes effect at once and stands in the address. */
export function FilterPanel({ search, onSearch }: Props) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const toggle = (isWanted: boolean) => {
    setIsOpen(isWanted)
    // What opened it first was the button that stood here before this code came: the popover would give the focus to nobody.
    if (!isWanted) button.current?.focus()
  }
  return (
    <Popover position="bottom-end" width={320} trapFocus opened={isOpen} onChange={toggle}>
      <Popover.Target>
        <ActionIcon
          ref={button}
          aria-label={t`Filters`}
          aria-haspopup="dialog"
          size={28}
          onClick={() => toggle(!isOpen)}
        >
          {hasFilters(search) ? <IconFilterFilled size={16} /> : <IconFilter size={16} stroke={1.75} />}
        </ActionIcon>
      </Popover.Target>
      {/* Below the head of the list, on a low screen as well. */}
      <Popover.Dropdown aria-label={t`Filters`} mah="calc(100dvh - 200px)" style={{ overflowY: 'auto' }}>
        <Filters search={search} onSearch={onSearch} onClose={() => toggle(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Filters({ search, onSearch, onClose }: Props & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const { locationId } = useListContext()
  const team = useTeammates()
  const seesOthers = can(me, 'convos_view_assigned_to_others')
  const seesUnassigned = can(me, 'convos_view_unassigned_conversations')
  const folders = foldersOf(useQuery(foldersQuery).data, locationId)
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const set = (changes: InboxSearch) => onSearch({ ...search, ...changes })
  const several = (key: 'to' | 'folder' | 'status' | 'source') => ({
    value: splitList(search[key]),
    onChange: (items: string[]) => set({ [key]: joinList(items) }),
    clearable: true,
    searchable: true,
    comboboxProps: { withinPortal: false },
    clearButtonProps: { 'aria-label': t`Clear` },
    hidePickedOptions: true,
    // The first one has the focus when the sheet opens; its choices would cover the next.
    openOnFocus: false,
    styles: { inputField: { minHeight: 24, minWidth: 60 } },
  })
  return (
    <Stack gap="sm">
      {!conversationRules.seeOwnOnly(me) && (
        <MultiSelect
          label={t`Assigned to`}
          {...several('to')}
          data={[
            { value: 'me', label: t`Me` },
            ...(seesUnassigned ? [{ value: 'none', label: t`Nobody` }] : []),
            ...team
              .filter(({ userID }) => seesOthers && userID !== me.userId)
              .map(({ userID, userName }) => ({ value: userID, label: userName })),
          ]}
        />
      )}
      <MultiSelect
        label={t`Folder`}
        {...several('folder')}
        data={folders.map(({ folderKey, folderName }) => ({ value: folderKey, label: folderName }))}
      />
      {statuses.length > 0 && (
        <MultiSelect
          label={t`Status`}
          {...several('status')}
          data={statuses.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      {PRESENT_SOURCES.length > 1 && (
        <MultiSelect
          label={t`Source`}
          {...several('source')}
          data={PRESENT_SOURCES.map((source) => ({ value: source, label: i18n._(SOURCE_TEXTS[source]) }))}
        />
      )}
      <NativeSelect
        label={t`Latest message`}
        value={search.range ?? 'all_time'}
        onChange={(event) => {
          const range = event.currentTarget.value as DateRange
          set({ range: range === 'all_time' ? undefined : range, from: undefined, until: undefined })
        }}
        data={DATE_RANGES.map((range) => ({ value: range, label: i18n._(RANGE_TEXTS[range]) }))}
      />
      {search.range === 'custom' && (
        <Group grow gap="xs">
          <TextInput
            type="date"
            label={t`From`}
            max={search.until}
            value={search.from ?? ''}
            onChange={(event) => set({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            label={t`Until`}
            min={search.from}
            value={search.until ?? ''}
            onChange={(event) => set({ until: event.currentTarget.value || undefined })}
          />
        </Group>
      )}
      <NativeSelect
        label={t`Order`}
        value={search.asc ? 'oldest' : 'newest'}
        onChange={(event) => set({ asc: event.currentTarget.value === 'oldest' || undefined })}
        data={[
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
        ]}
      />
      <Checkbox
        label={t`Waiting for an answer, who waits longest first`}
        checked={search.waiting === true}
        onChange={(event) => set({ waiting: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`Snoozed`}
        checked={search.snoozed === true}
        onChange={(event) => set({ snoozed: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`With a scheduled message`}
        checked={search.scheduled === true}
        onChange={(event) => set({ scheduled: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={t`Open and closed together`}
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
            // The button goes with them, and would take the focus along.
            onClose()
          }}
        >
          <Trans>Clear all filters</Trans>
        </Button>
      )}
    </Stack>
  )
}
