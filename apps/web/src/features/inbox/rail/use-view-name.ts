import { conversationRules, type InboxSearch } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../../../entities/folder/queries.ts'
import { contactStatusesQuery } from '../../../entities/status/queries.ts'
import { useTeammates } from '../../../entities/teammate/queries.ts'
import { viewsQuery } from '../../../entities/view/queries.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { selectedInRail } from './rail-selection.ts'

/** The name of the current list in the rail. */
export function useViewName(search: InboxSearch): string {
  const { t } = useLingui()
  const me = useMe()
  const views = useQuery(viewsQuery).data ?? []
  const folders = useQuery(foldersQuery).data
  const statuses = useQuery(contactStatusesQuery).data?.statuses
  const team = useTeammates()
  const selected = selectedInRail(search, views, conversationRules.seeOwnOnly(me))
  const [kind, id] = selected.split(/:(.*)/s)
  switch (kind) {
    case 'mine':
      return t`Mine`
    case 'unassigned':
      return t`Unassigned`
    case 'waiting':
      return t`Waiting for a reply`
    case 'snoozed':
      return t`Snoozed`
    case 'view':
      return views.find((view) => view.id === id)?.name ?? t`All`
    case 'folder':
      return folders?.find(({ folderKey }) => folderKey === id)?.folderName ?? t`Folder`
    case 'status':
      return statuses?.find(({ key }) => key === id)?.name ?? t`Status`
    case 'user':
      return team.find(({ userID }) => userID === id)?.userName ?? t`Teammate`
    default:
      return t`All`
  }
}
