import type { Contact, Conversation } from '@frontdesk/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { phoneText } from '../../lib/phone-text.ts'
import { conversationCache } from '../conversation/conversation-cache.ts'
import { contactById } from './queries.ts'

/** Shows changed fields of a contact at once; the event with the new version follows. */
export function applyContactChange(
  cache: QueryClient,
  changed: Contact,
  sid = changed.conversationSid,
  /** Before another number became the main one. */
  formerId = changed.id,
) {
  const { name, email, birthDate, language, tags, labels } = changed
  for (const id of new Set([changed.id, formerId])) cache.setQueryData(contactById(id).queryKey, changed)
  if (!sid) return
  conversationCache(cache).patch(sid, (before) => ({
    ...before,
    friendlyName: isOwnName(before) ? before.friendlyName : name || phoneText(before.phoneNumber),
    contact: { ...before.contact, name, email, birthDate, language, tags, labels },
  }))
}

/** Whether the conversation has a name of its own, other than its contact's. */
export const isOwnName = ({ friendlyName, contact, phoneNumber }: Conversation): boolean =>
  friendlyName !== (contact.name || phoneText(phoneNumber))
