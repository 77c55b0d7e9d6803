import { z } from 'zod'
import { DUPLICATE_REASONS } from '../rules/contact-merging.ts'
import { CONTACT_NAME_MAX } from '../rules/contacts.ts'
import { Contact } from './contacts.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

const ContactId = z.uuid().meta({ names: 'contact' })

export const ContactDuplicate = z.object({
  contacts: z.tuple([Contact, Contact]),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
})
export type ContactDuplicate = z.infer<typeof ContactDuplicate>

/** Cursor of the list: the last shared email or name that was read, encrypted, because it may be of hidden contacts. */
export const ContactDuplicatePosition = z.object({ kind: z.enum(['email', 'name']), key: z.string().max(2000) })
export type ContactDuplicatePosition = z.infer<typeof ContactDuplicatePosition>

const service = { tags: ['main'] }

export const contactDuplicates = {
  list: endpoint({ permission: 'contacts_edit', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Contact/duplicates',
      ...service,
      summary: 'Lists pairs of contacts that may be the same person, of those the caller can see',
    })
    .input(z.object({ after: ContactDuplicatePosition.optional(), pageSize: z.int().min(1).max(100).default(25) }))
    .output(
      z.object({
        duplicates: z
          .array(ContactDuplicate)
          .describe('May be a few more or fewer than the page size, also none before the last page.'),
        nextAfter: ContactDuplicatePosition.nullable().describe('Pass it as `after` for the next page.'),
      }),
    ),

  dismiss: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/main/Contact/duplicates/dismiss',
      ...service,
      summary: 'Dismisses a suggested pair as not the same person, or undoes that',
    })
    .input(z.object({ firstID: ContactId, secondID: ContactId, isDismissed: z.boolean().default(true) }))
    .output(z.object({ success: z.literal(true) }))
    .errors(failsWith('ContactNotFound', 'MergeWithItself')),

  find: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/Contact/duplicates/find',
      ...service,
      summary:
        'Finds contacts that look like one that is being added: with the same email, or the same name at the location',
    })
    .input(
      z.object({
        name: words().max(CONTACT_NAME_MAX).default(''),
        email: z.email().max(200).optional(),
        locationID: z.uuid().optional(),
      }),
    )
    .output(z.object({ contacts: z.array(Contact) })),
}
