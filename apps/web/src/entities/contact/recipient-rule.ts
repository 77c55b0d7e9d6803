import { isBlank } from '@frontdesk/contract/rules'
import { t } from '@lingui/core/macro'

/** Requires a contact, or a number. A name that was typed in full without choosing the contact is neither. */
export function recipientProblem(typed: string, isChosen: boolean): string | undefined {
  if (isBlank(typed)) return t`This is required.`
  return isChosen || /\d/.test(typed) ? undefined : t`Choose a contact from the list, or enter a phone number.`
}
