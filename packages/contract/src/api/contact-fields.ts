import { z } from 'zod'
import {
  CONTACT_FIELD_CHOICE_MAX,
  CONTACT_FIELD_CHOICES_MAX,
  CONTACT_FIELD_NAME_MAX,
  CONTACT_FIELD_TEXT_MAX,
  CONTACT_FIELD_TYPES,
  CONTACT_FIELDS_MAX,
  FIELD_OPERATORS,
  isFieldCondition,
} from '../rules/contact-fields.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

const FieldId = z.uuid().meta({ names: 'contactField' })
const lower = (text: string) => text.toLowerCase()
const areUnique = (texts: readonly string[]) => new Set(texts.map(lower)).size === texts.length

const FieldDraft = z.object({
  name: words().min(1).max(CONTACT_FIELD_NAME_MAX),
  type: z.enum(CONTACT_FIELD_TYPES).describe('Cannot change once it is saved.'),
  choices: z
    .array(words().min(1).max(CONTACT_FIELD_CHOICE_MAX))
    .max(CONTACT_FIELD_CHOICES_MAX)
    .refine(areUnique, 'Choices must be unique')
    .default([])
    .describe('Of the type `choice`. Contacts keep the value of a removed one.'),
  isArchived: z.boolean().default(false).describe('Hidden; contacts keep its values.'),
})

/** A field that a business defines for its contacts; ordered as stored. */
export const ContactField = FieldDraft.extend({ id: z.uuid() })
export type ContactField = z.infer<typeof ContactField>

export const ContactFieldList = z.object({ fields: z.array(ContactField), version: z.int() })
export type ContactFieldList = z.infer<typeof ContactFieldList>

/** A custom field among columns of a file: `field:` and its id. */
export const FieldColumn = z.templateLiteral(['field:', z.uuid()])

/** Values by field id: numbers as decimals, dates in ISO format. */
export const FieldValues = z.record(z.string(), z.string())
export type FieldValues = z.infer<typeof FieldValues>

export const FieldValuesInput = z
  .record(z.uuid(), words().max(CONTACT_FIELD_TEXT_MAX).nullable())
  .describe('Values by field id; null clears one, and fields that are left out are unchanged.')

export const FieldCondition = z
  .object({
    fieldID: FieldId,
    operator: z.enum(FIELD_OPERATORS),
    value: words().min(1).max(CONTACT_FIELD_TEXT_MAX),
  })
  .refine(isFieldCondition, { message: 'Must be a number or a date', path: ['value'] })

const service = { tags: ['main'] }

export const contactFields = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/ContactField/get',
      summary: 'Lists the custom fields of contacts',
      ...service,
    })
    .output(ContactFieldList),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/ContactField/save',
      summary:
        'Replaces the ordered list of custom fields. Fields are archived, not removed: contacts keep their values',
      ...service,
    })
    .input(
      z.object({
        fields: z
          .array(FieldDraft.extend({ id: FieldId.optional().describe('Absent for a new field.') }))
          .max(CONTACT_FIELDS_MAX * 4)
          .refine(
            (fields) => fields.filter(({ isArchived }) => !isArchived).length <= CONTACT_FIELDS_MAX,
            `At most ${CONTACT_FIELDS_MAX} fields`,
          )
          .refine(
            (fields) => areUnique(fields.filter(({ isArchived }) => !isArchived).map(({ name }) => name)),
            'Names must be unique',
          )
          .refine(
            (fields) => fields.every(({ type, choices }) => type !== 'choice' || choices.length > 0),
            'A choice needs options',
          ),
        version: z.int32().min(0),
      }),
    )
    .output(ContactFieldList)
    .errors(failsWith('ChangedMeanwhile', 'ContactFieldNotFound', 'InvalidInput')),
}
