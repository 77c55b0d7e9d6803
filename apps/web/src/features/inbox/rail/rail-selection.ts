import type { View } from '@frontdesk/contract/api'
import { FILTER_KEYS, type InboxSearch, splitList, toSearchText } from '@frontdesk/contract/rules'

export type RailKey =
  | 'all'
  | 'mine'
  | 'unassigned'
  | 'waiting'
  | 'snoozed'
  | `view:${string}`
  | `folder:${string}`
  | `status:${string}`
  | `user:${string}`

/** The one entry of the rail to highlight: the saved view with exactly these filters, else the narrowest match. */
export function selectedInRail(search: InboxSearch, views: readonly View[], seesOwnOnly = false): RailKey {
  const text = toSearchText(search)
  const view = text === '' ? undefined : views.find((one) => one.search === text)
  if (view) return `view:${view.id}`
  if (search.snoozed) return 'snoozed'
  if (search.waiting) return 'waiting'
  const [folder, ...otherFolders] = splitList(search.folder)
  if (folder && otherFolders.length === 0) return `folder:${folder}`
  const [status, ...otherStatuses] = splitList(search.status)
  if (status && otherStatuses.length === 0) return `status:${status}`
  const [person, ...others] = splitList(search.to)
  if (person && others.length === 0) {
    return person === 'me' ? 'mine' : person === 'none' ? 'unassigned' : `user:${person}`
  }
  return seesOwnOnly ? 'mine' : 'all'
}

/** The active filters, except one that is a view of the rail by itself and is highlighted there. */
export function countFilters(search: InboxSearch): number {
  const used = FILTER_KEYS.filter((key) => search[key] !== undefined)
  const [only] = used
  const isView =
    used.length === 1 &&
    (only === 'waiting' ||
      only === 'snoozed' ||
      ((only === 'to' || only === 'folder' || only === 'status') && splitList(search[only]).length === 1))
  return isView ? 0 : used.length
}
