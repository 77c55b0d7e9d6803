import { z } from 'zod'
import {
  CONTACT_EMAILS_MAX,
  CONTACT_LABELS_MAX,
  CONTACT_LIST_ADD_MAX,
  CONTACT_NAME_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_SOURCES,
  CONTACT_TAGS_MAX,
  CONTACT_TAX_EXEMPTION_MAX,
} from '../rules/contacts.ts'
import { ERROR_MESSAGES, ERRORS } from '../rules/errors.ts'
import { FieldValues, FieldValuesInput } from './contact-fields.ts'
import { ContactCard } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { CalendarDateInput } from './instants.ts'
import { LanguageCode } from './language.ts'
import { Media } from './messages.ts'
import { CountryCode } from './number-checks.ts'
import { personName, words } from './words.ts'

/** A label has a name and a color; contacts refer to it by name. */
export const Label = z.object({ name: words().min(1).max(40), color: z.string().regex(/^#[0-9a-f]{6}$/i) })
export type Label = z.infer<typeof Label>

const LABELS_MAX = 60
export const Labels = z.object({ labels: z.array(Label), version: z.int() })
export type Labels = z.infer<typeof Labels>

/** One of the numbers of a contact. */
export const ContactNumber = z.object({
  phone: z.string(),
  lineType: z.string().nullable(),
  isOptedOut: z.boolean().describe('From at least one of our numbers.'),
  isBlocked: z.boolean(),
})
export type ContactNumber = z.infer<typeof ContactNumber>

export const Contact = ContactCard.extend({
  phones: z.array(ContactNumber).describe('All numbers, main one first.'),
  emails: z.array(z.string()).describe('All emails, main one first.'),
  isOptedOut: z.boolean().describe('With at least one number, from at least one of ours.'),
  isBlocked: z.boolean().describe('At least one number.'),
  statusKey: z.string().nullable(),
  statusName: z.string().nullable(),
  taxExemption: z.string().nullable().describe('Why the contact is tax-exempt; null: not exempt.'),
  conversationSid: ConversationSid.nullable().describe('The newest one the caller can see.'),
  custom: FieldValues.describe('Values of the business’s custom fields, by field id.'),
})
export type Contact = z.infer<typeof Contact>

/** A contact as search suggestions show it. */
export const ContactSuggestion = Contact.pick({
  id: true,
  name: true,
  phone: true,
  locationID: true,
  conversationSid: true,
})
export type ContactSuggestion = z.infer<typeof ContactSuggestion>

const ContactId = z.uuid().meta({ names: 'contact' })
const oneContact = z.object({ id: ContactId })
const unique = (list: string[]) => new Set(list.map((entry) => entry.toLowerCase())).size === list.length
const Tags = z.array(words().min(1).max(40)).max(CONTACT_TAGS_MAX).refine(unique, 'Tags must be unique')
const ContactLabels = z.array(words().min(1).max(40)).max(CONTACT_LABELS_MAX).refine(unique, 'Labels must be unique')
/** Instead of the whole list; keeps what teammates add and remove at the same time. */
const changesOf = (list: typeof Tags) => ({ add: list.default([]), remove: list.default([]) })
const phone = z.string().trim().min(3).max(40)
const email = z.email().max(200)
const Emails = z.array(email).max(CONTACT_EMAILS_MAX).refine(unique, 'Emails must be unique')
const NewContact = z.object({
  name: personName().max(CONTACT_NAME_MAX).default(''),
  email: email.nullable().default(null),
  phone,
  birthDate: CalendarDateInput.nullable().default(null),
  countryCode: CountryCode.optional().describe('Country of a number in national format; default US.'),
  tags: Tags.default([]),
  labels: ContactLabels.default([]),
  custom: FieldValuesInput.default({}),
})

/** The fields of a contact that are edited together. */
const ContactEdit = z.object({
  name: personName().max(CONTACT_NAME_MAX),
  email: email.nullable(),
  birthDate: CalendarDateInput.nullable().describe('Year 1604 means the year is unknown, as in phone address books.'),
  language: LanguageCode.nullable().describe('Fixes the language; null detects it from what they write.'),
  taxExemption: words()
    .min(1)
    .max(CONTACT_TAX_EXEMPTION_MAX)
    .nullable()
    .describe('Why the contact is tax-exempt, such as a certificate number; null: not exempt.'),
})
export type ContactEdit = z.infer<typeof ContactEdit>

/** 409: nothing was written. */
export const ContactChanges = z.object({
  contact: Contact,
  changes: z
    .array(
      z.object({
        field: z
          .string()
          .describe('name, email, emails, birthDate, language, taxExemption, or the ID of a custom field.'),
        changedBy: z.string().nullable().describe('Null if it was no teammate, such as an import.'),
      }),
    )
    .describe('The fields to update whose present value is not the expected one.'),
})
export type ContactChanges = z.infer<typeof ContactChanges>

const changedMeanwhile = {
  ChangedMeanwhile: {
    status: ERRORS.ChangedMeanwhile,
    message: ERROR_MESSAGES.ChangedMeanwhile,
    data: ContactChanges,
  },
}

const newContactSource = z.enum(CONTACT_SOURCES).default('user')
const service = { tags: ['main'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const editing = () => endpoint({ permission: 'contacts_edit' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const notFound = failsWith('ContactNotFound')
const oneNumber = oneContact.extend({ phone })

export const contacts = {
  get: signedIn()
    .route({ method: 'GET', path: '/main/Contact/get', summary: 'Returns a contact by ID', ...service })
    .input(oneContact)
    .output(Contact)
    .errors(notFound),

  getByPhone: signedIn()
    .route({
      method: 'GET',
      path: '/main/Contact/get-by-phone',
      summary: 'Returns a contact by phone number',
      ...service,
    })
    .input(
      z.object({
        tenantId: z.uuid().optional().describe('The business of the session; no other one is answered.'),
        phoneNumber: z.string().trim().min(3).max(40),
      }),
    )
    .output(z.object({ contact: Contact.nullable() }))
    .errors(failsWith('PhoneNumberInvalid', 'TenantNotFound')),

  suggest: reading()
    .route({
      method: 'POST',
      path: '/main/Contact/suggest',
      summary: 'Suggests contacts whose name or number contains the search term',
      ...service,
    })
    .input(z.object({ searchTerm: z.string().trim().min(2).max(120) }))
    .output(
      z.object({
        contacts: z.array(ContactSuggestion),
      }),
    ),

  add: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/add',
      summary: 'Adds a contact. With conversationSid, updates the given values of the contact of that conversation',
      ...service,
    })
    .input(
      NewContact.extend({
        source: newContactSource,
        locationID: z.uuid().optional().describe('Default: the first location the caller has.'),
        conversationSid: ConversationSid.optional().describe('The phone number must be that of the conversation.'),
        otherPhones: z
          .array(phone)
          .max(CONTACT_PHONES_MAX - 1)
          .default([])
          .describe('Further numbers, each like `phone`. An error about one of them names it.'),
        otherEmails: z
          .array(email)
          .max(CONTACT_EMAILS_MAX - 1)
          .default([])
          .describe('Further emails.'),
      }),
    )
    .output(Contact)
    .errors(
      failsWith(
        'ContactExists',
        'ContactFieldNotFound',
        'ContactRestricted',
        'ContactTooLarge',
        'ConversationNotFound',
        'InvalidInput',
        'LabelUnknown',
        'LocationNotFound',
        'PhoneNumberInexistent',
        'PhoneNumberLandline',
      ),
    ),

  addList: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/add-list',
      summary: 'Adds several contacts to a location. Existing numbers are left as they are',
      ...service,
    })
    .input(
      z.object({
        contacts: z.array(NewContact).min(1).max(CONTACT_LIST_ADD_MAX),
        source: newContactSource,
        locationID: z.uuid().optional().describe('Default: the first location the caller has.'),
      }),
    )
    .output(
      z.object({
        added: z.int(),
        existing: z.int().describe('Numbers that a contact has already, or that are in the list twice.'),
        invalid: z.array(z.object({ index: z.int(), phone: z.string() })).describe('Not valid US or Canada numbers.'),
      }),
    )
    .errors(failsWith('ContactFieldNotFound', 'InvalidInput', 'LabelUnknown', 'LocationNotFound')),

  update: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update',
      summary:
        'Updates a contact’s name, emails, birth date, language, and custom fields; omitted fields are unchanged. Numbers have endpoints of their own',
      ...service,
    })
    .input(
      oneContact.extend({
        ...ContactEdit.partial().shape,
        emails: Emails.optional().describe('All emails, main one first. Without it, `email` replaces the main one.'),
        expected: ContactEdit.partial()
          .extend({ emails: Emails.optional(), custom: FieldValuesInput.optional() })
          .optional()
          .describe(
            'Values that the edit is based on. If a field to update has another value by now, nothing is written and the error names the present ones.',
          ),
        custom: FieldValuesInput.optional(),
      }),
    )
    .output(Contact)
    .errors({ ...failsWith('ContactFieldNotFound', 'ContactNotFound', 'InvalidInput'), ...changedMeanwhile }),

  addPhone: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/add-phone',
      summary: 'Adds a number that no contact has to a contact',
      ...service,
    })
    .input(oneNumber.extend({ countryCode: CountryCode.optional().describe('As in add.') }))
    .output(Contact)
    .errors(
      failsWith(
        'ContactExists',
        'ContactNotFound',
        'ContactRestricted',
        'ContactTooLarge',
        'PhoneNumberInexistent',
        'PhoneNumberLandline',
      ),
    ),

  removePhone: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/remove-phone',
      summary:
        'Removes a number from a contact. With conversations it becomes a contact without a name. Opt-outs and blocks stay',
      ...service,
    })
    .input(oneNumber)
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'ContactPhoneNotFound', 'ContactPhoneRequired', 'ContactRestricted')),

  setMainPhone: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/set-main-phone',
      summary:
        'Makes a number of a contact its main one. The contact’s ID becomes that of the number; all IDs of its numbers work',
      ...service,
    })
    .input(oneNumber)
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'ContactPhoneNotFound')),

  updateTags: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update/tags',
      summary: 'Replaces the tags of a contact, or adds and removes some',
      ...service,
    })
    .input(oneContact.extend({ tags: Tags.optional(), ...changesOf(Tags) }))
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'InvalidInput')),

  updateLabels: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update/labels',
      summary: 'Replaces the labels of a contact, or adds and removes some',
      ...service,
    })
    .input(oneContact.extend({ labels: ContactLabels.optional(), ...changesOf(ContactLabels) }))
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'InvalidInput', 'LabelUnknown')),

  updateStatus: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update/status',
      summary: 'Sets the status of all conversations with a contact that the caller can see',
      ...service,
    })
    .input(oneContact.extend({ statusKey: z.string().max(40).nullable(), statusName: z.string().max(40).optional() }))
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'ContactStatusUnknown')),

  updateBlock: signedIn()
    .route({
      method: 'POST',
      path: '/main/Contact/update/block',
      summary: 'Blocks the number of a contact, or unblocks it, also without a conversation',
      ...service,
    })
    .input(oneContact.extend({ isBlocked: z.boolean() }))
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'ContactRestricted')),

  updateLocationList: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update/location-list',
      summary: 'Moves contacts and their conversations to a location',
      ...service,
    })
    .input(z.object({ contactIDs: z.array(ContactId).min(1).max(200), locationID: z.uuid() }))
    .output(z.object({ moved: z.int() }))
    .errors(failsWith('ContactNotFound', 'LocationNotFound')),

  remove: endpoint({ permission: 'convos_delete_contact_conversation' })
    .route({
      method: 'DELETE',
      path: '/main/Contact',
      ...service,
      summary:
        'Deletes a contact with every conversation, message, and file. Opt-outs and consent are kept for the number',
    })
    .input(oneContact)
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('ContactNotFound', 'ContactRestricted')),

  getLabels: signedIn()
    .route({
      method: 'GET',
      path: '/main/UniversalStore/labels',
      summary: 'Lists the labels contacts can have, and their colors',
      ...service,
    })
    .output(Labels),

  countLabels: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/UniversalStore/labels/use',
      summary: 'Counts the contacts with each label',
      ...service,
    })
    .output(z.object({ contacts: z.record(z.string(), z.int()) })),

  saveLabels: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/UniversalStore/labels',
      summary: 'Replaces the ordered list of labels; a bulk action renames and removes labels on their contacts',
      ...service,
    })
    .input(
      z.object({
        labels: z
          .array(
            Label.extend({
              was: z
                .string()
                .max(40)
                .optional()
                .describe('Previous name; contacts with the label keep it under the new name.'),
            }),
          )
          .max(LABELS_MAX)
          .refine((list) => unique(list.map(({ name }) => name)), 'Names must be unique'),
        version: z.int32().min(0),
      }),
    )
    .output(Labels)
    .errors(failsWith('ChangedMeanwhile', 'LabelsChanging')),

  getMedia: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-media',
      summary: 'Lists pictures and files of a conversation, newest first',
      tags: ['conversations'],
    })
    .input(
      z.object({
        sid: ConversationSid,
        beforeIndex: z.int32().min(1).optional(),
        pageSize: z.int().min(1).max(100).default(30),
      }),
    )
    .output(
      wrapped(
        z.object({
          items: z.array(
            z.object({ messageSid: MessageSid, index: z.int(), dateCreated: z.iso.datetime(), media: Media }),
          ),
          hasMore: z.boolean(),
        }),
      ),
    )
    .errors(failsWith('ConversationNotFound')),
}
