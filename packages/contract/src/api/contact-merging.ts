import { z } from 'zod'
import { MERGE_FIELDS, MERGE_SIDES, type MergeField } from '../rules/contact-merging.ts'
import { FieldValues } from './contact-fields.ts'
import { Contact, ContactNumber } from './contacts.ts'
import { endpoint, failsWith } from './endpoint.ts'

const ContactId = z.uuid().meta({ names: 'contact' })
const both = z.object({
  survivorID: ContactId.describe('The contact that remains. It keeps its ID and its main number.'),
  otherID: ContactId.describe('The contact to merge into it. Its ID then answers with the remaining contact.'),
})
const side = z.enum(MERGE_SIDES)
const value = z.string().nullable()

const MergeCounts = z.object({ conversations: z.int(), notes: z.int() })

export const ContactMergePreview = z.object({
  survivor: Contact,
  other: Contact,
  fields: z
    .array(z.object({ field: z.enum(MERGE_FIELDS), survivor: value, other: value, suggested: side }))
    .describe('Fields of which one value is kept.'),
  phones: z.array(ContactNumber),
  emails: z.array(z.string()),
  tags: z.array(z.string()),
  labels: z.array(z.string()),
  custom: FieldValues,
  counts: z.object({ survivor: MergeCounts, other: MergeCounts }),
  version: z.string().describe('Of both contacts. A merge with an outdated one is refused.'),
})
export type ContactMergePreview = z.infer<typeof ContactMergePreview>

export const ContactMerge = z.object({
  id: z.uuid(),
  name: z.string().describe('Of the contact that was merged into this one.'),
  phone: z.string().describe('Its main number.'),
  mergedBy: z.string(),
  mergedOnUtc: z.iso.datetime(),
})
export type ContactMerge = z.infer<typeof ContactMerge>

const service = { tags: ['main'] }
const failures = failsWith('ContactNotFound', 'ContactRestricted', 'ContactTooLarge', 'MergeWithItself')

export const contactMerging = {
  preview: endpoint({ permission: 'contacts_edit', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Contact/merge/preview',
      ...service,
      summary: 'Previews a merge of two contacts, field by field',
    })
    .input(both)
    .output(ContactMergePreview)
    .errors(failures),

  merge: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Contact/merge',
      ...service,
      summary:
        'Merges two contacts of the same person. The survivor gets all numbers, emails, tags, labels, notes, and conversations',
    })
    .input(
      both.extend({
        choices: z
          .object({
            name: side,
            email: side,
            birthDate: side,
            language: side,
            statusKey: side,
            locationID: side,
          } satisfies Record<MergeField, typeof side>)
          .partial()
          .default({})
          .describe('Which value to keep; the suggested one by default.'),
        version: z.string().max(100).describe('From the preview.'),
      }),
    )
    .output(z.object({ contact: Contact, mergeID: z.uuid() }))
    .errors({ ...failures, ...failsWith('ChangedMeanwhile') }),

  unmerge: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Contact/unmerge',
      ...service,
      summary: 'Undoes a merge. What was changed since, and numbers added since, stay with the survivor',
    })
    .input(z.object({ mergeID: z.uuid().meta({ names: 'contactMerge' }) }))
    .output(z.object({ survivor: Contact, other: Contact }))
    .errors(failsWith('ContactMergeNotFound', 'ContactRestricted')),

  list: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Contact/merges',
      ...service,
      summary: 'Lists the contacts that were merged into a contact, newest first',
    })
    .input(z.object({ id: ContactId }))
    .output(z.object({ merges: z.array(ContactMerge) }))
    .errors(failsWith('ContactNotFound')),
}
