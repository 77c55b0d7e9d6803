import type { ContactField, ContactFieldList } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { recordAudit } from '../audit/index.ts'
import { readSetting, recordSettingChanged, writeSetting } from '../settings/index.ts'
import { CONTACT_FIELDS } from './fields.ts'

type FieldDraft = Omit<ContactField, 'id'> & { id?: string | undefined }

/**
 * Saves the whole list in its order. Fields that contacts may have values of are archived, not removed, and keep their
 * type: values are stored by the field's id and read by its type.
 */
export async function saveFields(
  tx: TenantTx,
  actor: Actor,
  { fields: drafts, version: expected }: { fields: FieldDraft[]; version: number },
): Promise<ContactFieldList> {
  const before = await readSetting(tx, CONTACT_FIELDS, 'change')
  if (!drafts.every(({ id }) => id === undefined || before.fields.some((field) => field.id === id)))
    throw new AppError('ContactFieldNotFound')
  if (expected !== before.version) throw new AppError('ChangedMeanwhile', { present: before })
  const fields = drafts.map((draft, index) => {
    const existing = before.fields.find(({ id }) => id === draft.id)
    if (existing && existing.type !== draft.type)
      throw invalidInput(`fields.${index}.type`, 'The type of a field cannot change')
    return { ...draft, id: draft.id ?? newId(), choices: draft.type === 'choice' ? draft.choices : [] }
  })
  const ids = new Set(fields.map(({ id }) => id))
  if (ids.size < fields.length) throw invalidInput('fields', 'A field is in the list twice')
  if (!before.fields.every(({ id }) => ids.has(id)))
    throw invalidInput('fields', 'Archive a field instead of removing it')
  const at = tx.now()
  const after = await writeSetting(tx, CONTACT_FIELDS, { before, value: { fields }, expected, at })
  await recordSettingChanged(tx, { subject: 'contact-fields', actorUserId: actor.userId, at })
  await recordAudit(tx, {
    action: 'setting.changed',
    actor,
    subject: 'Contact fields',
    data: {
      fields: fields
        .filter(({ isArchived }) => !isArchived)
        .map(({ name }) => name)
        .join(', '),
    },
    at,
  })
  return after
}
