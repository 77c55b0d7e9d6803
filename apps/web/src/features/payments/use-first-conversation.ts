import type { PaymentDetail } from '@frontdesk/contract/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'

/** Starts a conversation with a contact who has none, by default from a number of the document’s location. */
export function useFirstConversation({ contact, locationID }: PaymentDetail) {
  const cache = useQueryClient()
  const [chosen, choose] = useState<string | null>(null)
  const numbers = useQuery({ ...phoneNumbersQuery, enabled: contact?.conversationSid === null })
  const ours = numbers.data ?? []
  const usual = ours.find((number) => number.locationID === locationID) ?? ours[0]
  const from = ours.find(({ phoneNumber }) => phoneNumber === chosen) ?? usual
  return {
    numbers,
    from,
    choose,
    /** Returns the conversation’s id; that of the existing one if a teammate has started it meanwhile. */
    start: async (): Promise<string> => {
      if (!contact || !from) throw new Error('There is nobody to text, or no number to text from.')
      const { data } = await api.conversations.getSetSms({
        contactPhoneNumber: contact.phone,
        tenantPhoneNumber: from.phoneNumber,
      })
      conversationCache(cache).take(data)
      return data.sid
    },
  }
}

export type FirstConversation = ReturnType<typeof useFirstConversation>
