import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dismissToast } from '../../ui/toast/toasts.ts'
import { CONTACTS_KEY, contactById, duplicatesQuery } from './queries.ts'

/** The toast that offers to undo a merge. */
export const contactMergeToastId = (mergeID: string) => `merged contact ${mergeID}`

/** Refetches what shows contacts, and those that may be duplicates. */
export const refetchContacts = (cache: QueryClient) =>
  Promise.all(
    [CONTACTS_KEY, duplicatesQuery.queryKey].map((queryKey) => cache.invalidateQueries({ queryKey: [...queryKey] })),
  )

/** Undoes a merge of contacts. */
export async function unmergeContacts(cache: QueryClient, mergeID: string): Promise<void> {
  const { survivor, other } = await api.contactMerging.unmerge({ mergeID })
  dismissToast(contactMergeToastId(mergeID))
  for (const contact of [survivor, other]) cache.setQueryData(contactById(contact.id).queryKey, contact)
  await refetchContacts(cache)
}
