import { z } from 'zod'
import { CONTACT_STATUS_TYPES } from '../rules/contact-statuses.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

/** Ordered as stored. */
export const ContactStatus = z.object({
  key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Lowercase letters, digits, and hyphens'),
  name: words().min(1).max(40),
  type: z.enum(CONTACT_STATUS_TYPES),
})
export type ContactStatus = z.infer<typeof ContactStatus>

const STATUSES_MAX = 50

export const ContactStatuses = z.object({ statuses: z.array(ContactStatus), version: z.int() })
export type ContactStatuses = z.infer<typeof ContactStatuses>

export const contactStatuses = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/ContactStatus/get',
      summary: 'Lists contact statuses',
      tags: ['main'],
    })
    .output(ContactStatuses),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/ContactStatus/save',
      summary: 'Replaces the ordered list of statuses; conversations with a removed status have none',
      tags: ['main'],
    })
    .input(
      z.object({
        statuses: z
          .array(ContactStatus)
          .max(STATUSES_MAX)
          .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'Keys must be unique')
          .refine(
            (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
            'Names must be unique',
          ),
        version: z.int32().min(0),
      }),
    )
    .output(ContactStatuses)
    .errors(failsWith('ChangedMeanwhile')),

  change: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/status',
      summary: 'Sets or clears the status of a conversation',
      tags: ['conversations'],
    })
    .input(z.object({ sid: ConversationSid, statusKey: z.string().max(40).nullable() }))
    .output(wrapped(Conversation))
    .errors(failsWith('ConversationNotFound', 'ContactStatusUnknown')),
}
