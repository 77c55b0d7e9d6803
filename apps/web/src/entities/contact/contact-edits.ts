import type { ContactChanges, ContactField } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'
import { errorCode } from '../../lib/error-code.ts'
import { languageName } from '../../lib/language-name.ts'
import { fieldText } from '../contact-field/field-text.ts'
import { birthdayText } from './contact-texts.ts'

/** The concurrent changes of teammates, if that is why saving was refused. */
export const conflictOf = (error: unknown): ContactChanges | undefined =>
  errorCode(error) === 'ChangedMeanwhile' ? (error as { data: ContactChanges }).data : undefined

/** Says who changed a field since the edit began, and to what. */
export function conflictText(
  field: string,
  { contact, changes }: ContactChanges,
  customFields: readonly ContactField[] = [],
): string {
  const who = changes.find((change) => change.field === field)?.changedBy ?? t`Someone`
  switch (field) {
    case 'name':
      return contact.name
        ? t`${who} changed the name to “${contact.name}” while you were editing.`
        : t`${who} removed the name while you were editing.`
    case 'email':
      return contact.email
        ? t`${who} changed the email to “${contact.email}” while you were editing.`
        : t`${who} removed the email while you were editing.`
    case 'birthDate':
      return contact.birthDate
        ? t`${who} changed the birthday to ${birthdayText(contact.birthDate)} while you were editing.`
        : t`${who} removed the birthday while you were editing.`
    case 'taxExemption':
      return contact.taxExemption
        ? t`${who} changed the tax exemption to “${contact.taxExemption}” while you were editing.`
        : t`${who} removed the tax exemption while you were editing.`
    case 'language':
      return contact.language
        ? t`${who} changed the language to ${languageName(contact.language)} while you were editing.`
        : t`${who} removed the language while you were editing.`
    default: {
      const custom = customFields.find(({ id }) => id === field)
      const name = custom?.name ?? t`a field`
      const value = contact.custom[field]
      return value
        ? t`${who} changed ${name} to “${custom ? fieldText(custom, value) : value}” while you were editing.`
        : t`${who} removed the value of ${name} while you were editing.`
    }
  }
}
