import type { Contact, Conversation } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { phoneText } from '../../lib/phone-text.ts'
import { conversationCache } from '../conversation/conversation-cache.ts'

/** Shows at once what was changed of a contact; the event with the new version follows. */
export function applyContactChange(
  cache: QueryClient,
  sid: string,
  { name, email, birthDate, language, tags, labels }: Contact,
) {
  conversationCache(cache).patch(sid, (before) => ({
    ...before,
    friendlyName: isOwnName(before) ? before.friendlyName : name || phoneText(before.phoneNumber),
    contact: { ...before.contact, name, email, birthDate, language, tags, labels },
  }))
}

/** Whether the team calls the conversation otherwise than its contact. */
export const isOwnName = ({ friendlyName, contact, phoneNumber }: Conversation): boolean =>
  friendlyName !== (contact.name || phoneText(phoneNumber))
