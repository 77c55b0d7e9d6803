import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { foldersOf, foldersQuery } from '../../entities/folder/queries.ts'
import { toLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { contactStatusesQuery } from '../../entities/status/queries.ts'
import { useTeammates } from '../../entities/teammate/queries.ts'
import type { SharedPart } from '../../ui/form/use-shared-form.tsx'
import { useYesOrNo } from '../../ui/form/use-yes-or-no.ts'
import { UNIT_TEXTS } from './automation-texts.ts'
import type { AutomationValues } from './automation-values.ts'

/** The parts of an automation for conflict notices, with their values as text. */
export function useAutomationParts(): Record<string, SharedPart<AutomationValues>> {
  const { t, i18n } = useLingui()
  const locations = useLocationOptions(t`All locations`)
  const allFolders = useQuery(foldersQuery).data
  const statuses = useQuery(contactStatusesQuery).data?.statuses ?? []
  const teammates = useTeammates()
  const teammate = (id: string) => teammates.find(({ userID }) => userID === id)?.userName ?? t`Former teammate`
  const folders = ({ location }: AutomationValues, keys: readonly string[]) =>
    foldersOf(allFolders, toLocationID(location))
      .flatMap(({ folderKey, folderName }) => (keys.includes(folderKey) ? [folderName] : []))
      .join(', ')
  const assignees: Record<string, string> = {
    anyone: t`Any assignee or none`,
    unassigned: t`Unassigned`,
    assigned: t`Assigned to someone`,
  }
  const yesOrNo = useYesOrNo()
  return {
    name: { label: t`Name`, fields: ['name'] },
    wait: {
      label: t`Wait`,
      fields: ['amount', 'unit'],
      show: ({ amount, unit }) => `${amount ?? ''} ${i18n._(UNIT_TEXTS[unit])}`,
    },
    location: {
      label: t`Location`,
      fields: ['location'],
      show: ({ location }) => locations.find(({ value }) => value === location)?.label,
    },
    assignee: {
      label: t`Assignee`,
      fields: ['assignee'],
      show: ({ assignee }) => assignees[assignee] ?? teammate(assignee),
    },
    folders: { label: t`Folders`, fields: ['folderKeys'], show: (values) => folders(values, values.folderKeys) },
    statuses: {
      label: t`Statuses`,
      fields: ['statusKeys'],
      show: ({ statusKeys }) =>
        statuses.flatMap(({ key, name }) => (statusKeys.includes(key) ? [name] : [])).join(', '),
    },
    labels: { label: t`Labels`, fields: ['labels'], show: ({ labels }) => labels.join(', ') },
    tags: { label: t`Tags`, fields: ['tags'], show: ({ tags }) => tags.join(', ') },
    hours: {
      label: t`Only during business hours`,
      fields: ['isOnlyInBusinessHours'],
      show: ({ isOnlyInBusinessHours }) => yesOrNo(isOnlyInBusinessHours),
    },
    text: { label: t`Text`, fields: ['text'] },
    times: {
      label: t`How many times`,
      fields: ['maxTimes'],
      show: ({ maxTimes }) => (maxTimes === 1 ? t`Once` : t`Up to ${maxTimes} times`),
    },
    stop: {
      label: t`Stop when the conversation is closed`,
      fields: ['stopsWhenClosed'],
      show: ({ stopsWhenClosed }) => yesOrNo(stopsWhenClosed),
    },
    assignTo: {
      label: t`Assign to`,
      fields: ['assignToUserID'],
      show: ({ assignToUserID }) => (assignToUserID === null ? t`Keep the assignee` : teammate(assignToUserID)),
    },
    moveTo: {
      label: t`Move to folder`,
      fields: ['folderKey'],
      show: (values) => (values.folderKey === null ? t`Keep the folder` : folders(values, [values.folderKey])),
    },
  }
}
