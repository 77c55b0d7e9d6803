import type { ContactField, ContactFieldList } from '@frontdesk/contract/api'
import { useQueryClient } from '@tanstack/react-query'
import { contactFieldsQuery } from '../../entities/contact-field/queries.ts'
import { api } from '../../lib/api.ts'

type FieldDraft = Omit<ContactField, 'id'> & { id?: string }

/** Saves the fields, of the version that the person saw; after a concurrent change the present ones are shown. */
export function useSaveFields() {
  const cache = useQueryClient()
  return async ({ version }: ContactFieldList, fields: FieldDraft[]) => {
    try {
      cache.setQueryData(contactFieldsQuery.queryKey, await api.contactFields.save({ fields, version }))
    } catch (error) {
      await cache.invalidateQueries({ queryKey: contactFieldsQuery.queryKey })
      throw error
    }
  }
}
