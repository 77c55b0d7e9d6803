import type { Contact } from '@frontdesk/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { type ListChange, listChange } from '../../entities/contact/list-change.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

export type ListedOn = Pick<Contact, 'id' | 'tags' | 'labels'>

/**
 * The tags or labels of a contact. Shows a choice at once, and saves what was added and removed, one choice after the
 * other, so that those of teammates stay.
 */
export function useContactList(
  contact: ListedOn,
  sid: string | null,
  field: 'tags' | 'labels',
  save: (id: string, change: ListChange) => Promise<Contact>,
) {
  const cache = useQueryClient()
  const saving = useMutation({
    scope: { id: `${field} of ${contact.id}` },
    mutationFn: ({ before, after }: { before: string[]; after: string[] }) =>
      save(contact.id, listChange(before, after)),
    onSuccess: (changed) => applyContactChange(cache, changed, sid),
    onError: useFailureToast(),
  })
  const items = saving.isPending ? saving.variables.after : contact[field]
  return { items, set: (after: string[]) => saving.mutate({ before: items, after }) }
}
