import { queryOptions } from '@tanstack/react-query'
import { conversationKeys } from '../../../entities/conversation/queries.ts'
import { api } from '../../../lib/api.ts'

/** The conversations with a contact's number, one for each of our numbers. */
export const conversationsWith = (phoneNumber: string) =>
  queryOptions({
    queryKey: [...conversationKeys.timelines, 'conversations', phoneNumber],
    queryFn: async ({ signal }) =>
      (await api.conversations.getByPhoneNumber({ phoneNumber }, { signal })).data.conversations,
    staleTime: 60_000,
  })
