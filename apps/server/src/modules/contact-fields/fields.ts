import { ContactField } from '@frontdesk/contract/api'
import { CONTACT_FIELD_TEXT_MAX, type ContactFieldType, readFieldValue } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { readSetting, type SettingKind } from '../settings/index.ts'

export const CONTACT_FIELDS: SettingKind<{ fields: ContactField[] }> = {
  key: 'contact-fields',
  schema: z.object({ fields: z.array(ContactField) }),
  fallback: { fields: [] },
}

/** The business's fields, archived ones included. */
export const listContactFields = async (tx: TenantTx): Promise<ContactField[]> =>
  (await readSetting(tx, CONTACT_FIELDS)).fields

/** New values of fields, by id; null clears a field. */
export type FieldChanges = Readonly<Record<string, string | null>>

const EXPECTED: Record<ContactFieldType, string> = {
  text: `Must be text of at most ${CONTACT_FIELD_TEXT_MAX} characters`,
  number: 'Must be a number',
  date: 'Must be a date, such as 2026-01-31',
  choice: 'Must be one of the choices',
}

/**
 * Prepares the validation of new values, which returns them as they are stored. Locks the fields, so that none changes
 * concurrently.
 */
export async function fieldValueReader(
  tx: TenantTx,
  all: readonly FieldChanges[],
): Promise<(changes: FieldChanges) => FieldChanges> {
  if (all.every((changes) => Object.keys(changes).length === 0)) return (changes) => changes
  const { fields } = await readSetting(tx, CONTACT_FIELDS, 'change')
  const read = (id: string, text: string | null) => {
    const field = fields.find((each) => each.id === id)
    if (!field) throw new AppError('ContactFieldNotFound')
    return text === null || text === '' ? null : readValue(field, text)
  }
  return (changes) => Object.fromEntries(Object.entries(changes).map(([id, text]) => [id, read(id, text)]))
}

export const readFieldChanges = async (tx: TenantTx, changes: FieldChanges): Promise<FieldChanges> =>
  (await fieldValueReader(tx, [changes]))(changes)

function readValue(field: ContactField, text: string): string {
  const value = readFieldValue(field, text)
  if (value === null) throw invalidInput(`custom.${field.id}`, EXPECTED[field.type])
  return value
}
