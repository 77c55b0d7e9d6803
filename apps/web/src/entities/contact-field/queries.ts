import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { settingKey } from '../setting/setting-key.ts'

export const contactFieldsQuery = queryOptions({
  queryKey: settingKey('contact-fields'),
  queryFn: () => api.contactFields.get(),
})

/** The custom fields in use. */
export const useContactFields = () =>
  (useQuery(contactFieldsQuery).data?.fields ?? []).filter(({ isArchived }) => !isArchived)
