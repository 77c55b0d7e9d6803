import { useLingui } from '@lingui/react/macro'
import { IconMessage, IconMessageSearch, IconSearch, IconUser, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { conversationVersions } from '../../entities/conversation/conversation-versions.ts'
import { searchResults } from '../../entities/conversation/search-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useStore } from '../../lib/create-store.ts'
import { phoneText } from '../../lib/phone-text.ts'
import type { Command } from './commands.ts'

const HITS_SHOWN = 6

/** Commands that open the results of a search; none unless `isEnabled`. */
export function useSearchCommands(searched: string, isEnabled: boolean) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const chosen = useStore(chosenLocation)
  const results = useInfiniteQuery({ ...searchResults(searched, chosen), enabled: isEnabled })
  const firstPage = isEnabled ? results.data?.pages[0] : undefined

  const conversations: Command[] = (firstPage?.conversations ?? []).map(
    ({ sid, friendlyName, phoneNumber, attributes }) => ({
      key: sid,
      label: friendlyName || phoneText(phoneNumber),
      hint: attributes.isClosed ? t`Closed` : friendlyName ? phoneText(phoneNumber) : undefined,
      icon: IconMessage,
      run: () => void navigate({ to: '/conversations/$sid', params: { sid } }),
    }),
  )
  const contacts: Command[] = (firstPage?.contacts ?? []).map((contact) => {
    const number = contact.name ? phoneText(contact.phone) : ''
    return {
      key: `contact-${contact.id}`,
      label: contactName(contact),
      // The same person is listed with the conversation.
      hint: contact.conversationSid ? [number, t`Contact page`].filter(Boolean).join(' · ') : number,
      icon: IconUser,
      run: () => void navigate({ to: '/contacts/$id', params: { id: contact.id } }),
    }
  })
  const contactGroups: Command[] = (firstPage?.groups ?? []).map(({ sid, name }) => ({
    key: `group-${sid}`,
    label: name,
    icon: IconUsers,
    run: () => void navigate({ to: '/groups/$groupSid', params: { groupSid: sid } }),
  }))
  const messages: Command[] = (firstPage?.hits ?? []).slice(0, HITS_SHOWN).map((hit) => {
    const conversation = conversationVersions.get(hit.conversationSid)
    return {
      key: hit.sid,
      label: hit.fragments.map(({ text }) => text).join(''),
      hint: conversation && (conversation.friendlyName || phoneText(conversation.phoneNumber)),
      icon: IconMessageSearch,
      run: () =>
        void navigate({
          to: '/conversations/$sid',
          params: { sid: hit.conversationSid },
          search: { q: searched, at: hit.index },
        }),
    }
  })
  if (firstPage && (firstPage.hits.length > HITS_SHOWN || firstPage.nextCursor !== null)) {
    messages.push({
      key: 'all-results',
      label: t`Show all results in the inbox`,
      icon: IconSearch,
      run: () => void navigate({ to: '/conversations', search: { q: searched } }),
    })
  }
  return { conversations, contacts, contactGroups, messages, isFetching: results.isFetching }
}
