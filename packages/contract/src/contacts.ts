import { z } from 'zod'
import { ContactCard } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { CalendarDateInput } from './instants.ts'
import { LanguageCode } from './language.ts'
import { Media } from './messages.ts'
import { words } from './words.ts'

/** What may be put on a contact by hand. */
export const CONTACT_TAGS_MAX = 50
export const CONTACT_LABELS_MAX = 20

/** Spec section 3: a label has a name and a colour; contacts carry them by name. */
export const Label = z.object({ name: words().min(1).max(40), color: z.string().regex(/^#[0-9a-f]{6}$/i) })
export type Label = z.infer<typeof Label>

const LABELS_MAX = 60
export const Labels = z.object({ labels: z.array(Label), version: z.int() })
export type Labels = z.infer<typeof Labels>

/** Spec section 9. */
export const DEFAULT_LABELS: Label[] = [
  { name: 'New Lead', color: '#1c7ed6' },
  { name: 'Premium Lead', color: '#7048e8' },
  { name: 'Recent Purchase', color: '#2f9e44' },
  { name: 'High-Value Customer', color: '#e8590c' },
  { name: 'No Deal', color: '#868e96' },
  { name: 'Follow-up', color: '#f08c00' },
]

export const Contact = ContactCard.omit({ isOptedOut: true, isBlocked: true }).extend({
  statusKey: z.string().nullable(),
  statusName: z.string().nullable(),
  conversationSid: ConversationSid.nullable().describe('The newest one the caller may see.'),
})
export type Contact = z.infer<typeof Contact>

const ContactId = z.uuid().meta({ names: 'contact' })
const oneContact = z.object({ id: ContactId })
const unique = (list: string[]) => new Set(list.map((entry) => entry.toLowerCase())).size === list.length
const service = { tags: ['main'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
const editing = () => endpoint({ permission: 'contacts_edit' })
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const notFound = failsWith('ContactNotFound')

export const contacts = {
  get: signedIn()
    .route({ method: 'GET', path: '/main/Contact/get', summary: 'One contact by id', ...service })
    .input(oneContact)
    .output(Contact)
    .errors(notFound),

  getByPhone: signedIn()
    .route({ method: 'GET', path: '/main/Contact/get-by-phone', summary: 'One contact by phone number', ...service })
    .input(z.object({ phoneNumber: z.string().trim().min(3).max(40) }))
    .output(z.object({ contact: Contact.nullable() }))
    .errors(failsWith('PhoneNumberInvalid')),

  suggest: reading()
    .route({
      method: 'POST',
      path: '/main/Contact/suggest',
      summary: 'A few contacts whose name or number holds what is being typed',
      ...service,
    })
    .input(z.object({ searchTerm: z.string().trim().min(2).max(120) }))
    .output(
      z.object({
        contacts: z.array(Contact.pick({ id: true, name: true, phone: true, locationID: true, conversationSid: true })),
      }),
    ),

  update: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update',
      summary:
        'Name, e-mail, birth date and language; what is left out stays. The number is whom the threads are with, and stays',
      ...service,
    })
    .input(
      oneContact.extend({
        name: words().max(120).optional(),
        email: z.email().max(200).nullable().optional(),
        birthDate: CalendarDateInput.nullable()
          .optional()
          .describe('The year 1604 stands for an unknown one, as phones keep it.'),
        language: LanguageCode.nullable()
          .optional()
          .describe('Then it stays, whatever they write; null: told by what they write from now on.'),
      }),
    )
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'InvalidInput')),

  updateTags: editing()
    .route({ method: 'POST', path: '/main/Contact/update/tags', summary: 'All tags of a contact', ...service })
    .input(
      oneContact.extend({
        tags: z.array(words().min(1).max(40)).max(CONTACT_TAGS_MAX).refine(unique, 'Each tag once'),
      }),
    )
    .output(Contact)
    .errors(notFound),

  updateLabels: editing()
    .route({ method: 'POST', path: '/main/Contact/update/labels', summary: 'All labels of a contact', ...service })
    .input(
      oneContact.extend({
        labels: z.array(words().min(1).max(40)).max(CONTACT_LABELS_MAX).refine(unique, 'Each label once'),
      }),
    )
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'LabelUnknown')),

  updateStatus: editing()
    .route({
      method: 'POST',
      path: '/main/Contact/update/status',
      summary: 'The status of all conversations with a contact that the caller may see',
      ...service,
    })
    .input(oneContact.extend({ statusKey: z.string().max(40).nullable(), statusName: z.string().max(40).optional() }))
    .output(Contact)
    .errors(failsWith('ContactNotFound', 'ContactStatusUnknown')),

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
      summary: 'Deletes a contact with every conversation, message and file. Opt-outs and consent stay with the number',
    })
    .input(oneContact)
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('ContactNotFound', 'ContactRestricted')),

  getLabels: signedIn()
    .route({
      method: 'GET',
      path: '/main/UniversalStore/labels',
      summary: 'The labels contacts can have, and their colours',
      ...service,
    })
    .output(Labels),

  countLabels: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/UniversalStore/labels/use',
      summary: 'How many contacts have each label',
      ...service,
    })
    .output(z.object({ contacts: z.record(z.string(), z.int()) })),

  saveLabels: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/UniversalStore/labels',
      summary: 'The whole list in its order; a label that is gone is taken from who has it',
      ...service,
    })
    .input(
      z.object({
        labels: z
          .array(
            Label.extend({
              was: z.string().max(40).optional().describe('Its name before; who has it keeps it under the new one.'),
            }),
          )
          .max(LABELS_MAX)
          .refine((list) => unique(list.map(({ name }) => name)), 'Each name once'),
        version: z.int32().min(0),
      }),
    )
    .output(Labels)
    .errors(failsWith('ChangedMeanwhile')),

  getMedia: reading()
    .route({
      method: 'POST',
      path: '/conversations/Message/get-media',
      summary: 'Pictures and files of a conversation, newest first',
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
