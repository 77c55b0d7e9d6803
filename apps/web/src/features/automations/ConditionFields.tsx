import { AUTOMATION_CONDITIONS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usedTagsQuery } from '../../entities/contact/queries.ts'
import { foldersOf, foldersQuery } from '../../entities/folder/queries.ts'
import { labelsQuery } from '../../entities/label/queries.ts'
import { toLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { useTeammates } from '../../entities/teammate/queries.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import type { AutomationValues } from './automation-values.ts'

/** Conditions of the conversations that an automation applies to. */
export function ConditionFields({ form }: { form: ApiForm<AutomationValues> }) {
  const { t } = useLingui()
  const { values, set } = form
  const locations = useLocationOptions(t`All locations`)
  const folders = foldersOf(useQuery(foldersQuery).data, toLocationID(values.location))
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const labels = useQuery(labelsQuery).data?.labels ?? []
  const tags = useQuery(usedTagsQuery).data ?? []
  const teammates = useTeammates()
  return (
    <>
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          data={locations}
          allowDeselect={false}
          value={values.location}
          onChange={(value) => value && set('location', value)}
        />
      )}
      <Select
        label={t`Assignee`}
        searchable
        allowDeselect={false}
        nothingFoundMessage={<Trans>No results</Trans>}
        value={values.assignee}
        onChange={(value) => value && set('assignee', value)}
        data={withValue(
          [
            { value: 'anyone', label: t`Any assignee or none` },
            { value: 'unassigned', label: t`Unassigned` },
            { value: 'assigned', label: t`Assigned to someone` },
            ...teammates.map(({ userID, userName }) => ({ value: userID, label: userName })),
          ],
          [values.assignee],
          t`Former teammate`,
        )}
      />
      <Choices
        label={t`Folders`}
        options={folders.map(({ folderKey, folderName }) => ({ value: folderKey, label: folderName }))}
        value={values.folderKeys}
        onChange={(keys) => set('folderKeys', keys)}
      />
      <Choices
        label={t`Statuses`}
        options={statuses.map(({ key, name }) => ({ value: key, label: name }))}
        value={values.statusKeys}
        onChange={(keys) => set('statusKeys', keys)}
      />
      <Choices
        label={t`Labels`}
        options={labels.map(({ name }) => ({ value: name, label: name }))}
        value={values.labels}
        onChange={(names) => set('labels', names)}
      />
      <Choices
        label={t`Tags`}
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        value={values.tags}
        onChange={(names) => set('tags', names)}
      />
      <Checkbox
        label={t`Only during business hours`}
        description={t`Outside business hours, it waits until the location opens. Texts never go out during a contact’s quiet hours.`}
        {...form.checkbox('isOnlyInBusinessHours')}
      />
    </>
  )
}

interface Option {
  value: string
  label: string
}

/** The options, with chosen values that are no longer one of them. */
export function withValue(options: Option[], chosen: readonly string[], missingLabel?: string): Option[] {
  const isKnown = new Set(options.map(({ value }) => value))
  const missing = chosen.filter((value) => !isKnown.has(value))
  return [...options, ...missing.map((value) => ({ value, label: missingLabel ?? value }))]
}

interface ChoicesProps {
  label: string
  options: Option[]
  value: string[]
  onChange: (value: string[]) => void
}

/** Any of some values; none chosen is no condition. */
function Choices({ label, options, value, onChange }: ChoicesProps) {
  const { t } = useLingui()
  if (options.length + value.length === 0) return null
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t`Any` : ''}
      data={withValue(options, value)}
      value={value}
      onChange={onChange}
      maxValues={AUTOMATION_CONDITIONS_MAX}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t`Clear` }}
      nothingFoundMessage={<Trans>No results</Trans>}
    />
  )
}
