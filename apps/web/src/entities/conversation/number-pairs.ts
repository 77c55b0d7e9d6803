import type { Conversation, Message } from '@frontdesk/contract/api'
import { phoneText } from '../../lib/phone-text.ts'

/** A contact's number and one of ours; a merged thread has several. */
export interface NumberPair {
  sid: string
  name: string
  phoneNumber: string
  tenantPhoneNumber: string
}

/** Its own first. */
export const pairsOf = (conversation: Conversation): NumberPair[] => [
  {
    sid: conversation.sid,
    name: conversation.contact.name,
    phoneNumber: conversation.phoneNumber,
    tenantPhoneNumber: conversation.tenantPhoneNumber,
  },
  ...(conversation.merged ?? []),
]

/** The contacts' numbers of a thread, each once. */
export function numbersOf(conversation: Conversation): { phoneNumber: string; name: string; isBlocked: boolean }[] {
  const { phoneNumber, contact, merged = [] } = conversation
  const all = [{ phoneNumber, name: contact.name, isBlocked: contact.isBlocked }, ...merged]
  return [...new Map(all.toReversed().map((one) => [one.phoneNumber, one])).values()].toReversed()
}

/** The name of the contact with this number, or the number. */
export const nameOfNumber = (conversation: Conversation | undefined, phoneNumber: string): string =>
  (conversation && numbersOf(conversation).find((one) => one.phoneNumber === phoneNumber)?.name) ||
  phoneText(phoneNumber)

/** The pair used last, as the server would choose. */
export function lastPair(conversation: Conversation, messages: readonly Message[]): string {
  const last = messages.findLast(({ attributes: { type } }) => type === 'text' || type === 'media')
  return last?.viaSid ?? conversation.sid
}
