import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dismissToast } from '../../ui/toast/toasts.ts'
import { CONTACTS_KEY, contactById } from './queries.ts'

/** The toast that offers to undo a merge. */
export const contactMergeToastId = (mergeID: string) => `merged contact ${mergeID}`

/** Undoes a merge of contacts. */
export async function unmergeContacts(cache: QueryClient, mergeID: string): Promise<void> {
  const { survivor, other } = await api.contactMerging.unmerge({ mergeID })
  dismissToast(contactMergeToastId(mergeID))
  for (const contact of [survivor, other]) cache.setQueryData(contactById(contact.id).queryKey, contact)
  await cache.invalidateQueries({ queryKey: CONTACTS_KEY })
}
