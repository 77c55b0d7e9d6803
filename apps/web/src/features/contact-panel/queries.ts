import { queryOptions } from '@tanstack/react-query'
import { conversationKeys } from '../../entities/conversation/queries.ts'
import { api } from '../../lib/api.ts'

export const contactNotes = (contactId: string) =>
  queryOptions({
    queryKey: [...conversationKeys.notes, contactId],
    queryFn: async ({ signal }) => (await api.notes.getList({ contactId }, { signal })).data.notes,
  })
