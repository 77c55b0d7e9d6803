import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const contactFieldsQuery = queryOptions({
  queryKey: settingKey('contact-fields'),
  queryFn: () => api.contactFields.get(),
})

/** The custom fields, also those no longer in use. */
export const useAllContactFields = () => useQuery(contactFieldsQuery).data?.fields ?? []

/** The custom fields in use. */
export const useContactFields = () => useAllContactFields().filter(({ isArchived }) => !isArchived)
