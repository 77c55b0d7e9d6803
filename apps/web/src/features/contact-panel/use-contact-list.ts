import type { Contact } from '@frontdesk/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applyContactChange } from '../../entities/contact/apply-contact-change.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

export type ListedOn = Pick<Contact, 'id' | 'tags' | 'labels'>

/**
 * The tags or labels of a contact, which are saved as a whole: shows a choice at once, and saves one after the other, so
 * that a quick second choice includes the first.
 */
export function useContactList(
  contact: ListedOn,
  sid: string | null,
  field: 'tags' | 'labels',
  save: (id: string, items: string[]) => Promise<Contact>,
) {
  const cache = useQueryClient()
  const saving = useMutation({
    scope: { id: `${field} of ${contact.id}` },
    mutationFn: (items: string[]) => save(contact.id, items),
    onSuccess: (changed) => applyContactChange(cache, changed, sid),
    onError: useFailureToast(),
  })
  return { items: saving.isPending ? saving.variables : contact[field], set: saving.mutate }
}
