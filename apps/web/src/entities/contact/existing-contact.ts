import type { Contact } from '@frontdesk/contract/api'

/** The contact that has the number already, from a `ContactExists` error; null if the viewer may not see it. */
export const existingContact = (error: unknown): Contact | null =>
  (error as { data: { contact: Contact | null } }).data.contact

/** The number that `ContactExists` (in E.164) or `PhoneNumberInexistent` (as typed) is about. */
const refusedPhone = (error: unknown): string | null =>
  (error as { data?: { phone?: string } } | null)?.data?.phone ?? null

/**
 * Whether a typed number is the refused one. All numbers of contacts are of the US or Canada, whose prefix is optional.
 */
export function isRefused(error: unknown, typed: string): boolean {
  const lastDigits = (number: string) => number.replace(/\D/g, '').slice(-10)
  const refused = refusedPhone(error)
  return refused !== null && lastDigits(refused) === lastDigits(typed)
}
