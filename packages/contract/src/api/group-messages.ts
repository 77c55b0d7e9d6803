import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { DELIVERY_REASONS } from '../rules/delivery.ts'
import {
  GROUP_MESSAGE_KINDS,
  GROUP_MESSAGE_STATES,
  GROUP_REPLY_DAYS,
  RECIPIENT_OUTCOMES,
  SKIP_REASONS,
} from '../rules/groups.ts'
import { LEGAL_HOLIDAYS } from '../rules/state-hours.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { ConversationSid, GroupSid } from './ids.ts'
import { words } from './words.ts'

const Reason = z.enum([...SKIP_REASONS, ...DELIVERY_REASONS])

/** Outcomes of the recipients whose contacts the caller may see. */
export const GroupOutcomes = z.object({
  recipients: z.int(),
  isPartial: z
    .boolean()
    .describe('There are more recipients, whose contacts the caller may not see: no figure counts them.'),
  outcomes: z.record(z.enum(RECIPIENT_OUTCOMES), z.int()),
  reasons: z
    .array(z.object({ outcome: z.enum(['failed', 'skipped', 'held']), reason: Reason, count: z.int() }))
    .describe('Why messages failed, were skipped or wait, most frequent first.'),
  replied: z.int().describe(`Recipients who texted within ${GROUP_REPLY_DAYS} days, before the next group message.`),
  optedOut: z.int().describe(`Recipients who opted out within ${GROUP_REPLY_DAYS} days, before the next one.`),
  heldUntil: z.iso.datetime().nullable().describe('When the first held recipient is due.'),
  countedOnUtc: z.iso
    .datetime()
    .nullable()
    .describe(
      'When deliveries and replies were counted, for many recipients some time ago; an event follows once they are counted again. null: not counted yet.',
    ),
})
export type GroupOutcomes = z.infer<typeof GroupOutcomes>

/** A message to a group or to selected contacts: each gets it in their own conversation. */
export const GroupMessage = z.object({
  id: z.uuid(),
  groupSid: GroupSid.nullable().describe('null for a message to selected contacts.'),
  groupName: z.string().nullable().describe('At the time it was sent.'),
  kind: z.enum(GROUP_MESSAGE_KINDS),
  body: z.string().describe('With template variables, which are replaced for each recipient.'),
  attachments: z.array(StoredFile),
  author: z.string(),
  authorUserID: z.uuid(),
  state: z.enum(GROUP_MESSAGE_STATES),
  stopReason: z
    .enum(['teammate', 'not-allowed'])
    .nullable()
    .describe('`not-allowed`: the author lost the permission to send it.'),
  startedOnUtc: z.iso.datetime(),
  finishedOnUtc: z.iso.datetime().nullable(),
  canUndo: z.boolean().describe('For its author, in the first seconds: nothing has been sent yet.'),
  canStop: z.boolean().describe('While it runs: for its author, and those who see everyone it is still for.'),
  stats: GroupOutcomes,
})
export type GroupMessage = z.infer<typeof GroupMessage>

export const GroupRecipient = z.object({
  contactID: z.uuid(),
  contact: z.object({ name: z.string(), phone: z.string() }).nullable().describe('null once it is deleted.'),
  outcome: z.enum(RECIPIENT_OUTCOMES),
  reason: Reason.nullable(),
  heldUntil: z.iso.datetime().nullable(),
  holiday: z.enum(LEGAL_HOLIDAYS).nullable().describe('With `legal-holiday`: the one at the contact.'),
  sentOnUtc: z.iso.datetime().nullable(),
  segments: z.int().describe('Of its text; 0 if it has files or the carrier has not got it.'),
  mediaMessages: z.int().describe('1 if the carrier got its text with files, which is billed as one media message.'),
  hasReplied: z.boolean(),
  hasClicked: z.boolean().describe('Opened a link of it. Link scanners do not count.'),
  hasOptedOut: z.boolean().describe('Opted out after it.'),
  conversationSid: ConversationSid.nullable().describe('The conversation it was sent in, if the caller may see it.'),
})
export type GroupRecipient = z.infer<typeof GroupRecipient>

const tags = ['conversations']
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const byId = z.object({ id: z.uuid().meta({ names: 'groupMessage' }) })
const cursor = z.string().max(200).optional()

export const groupMessages = {
  getList: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/messages/get-list',
      tags,
      summary: 'Lists messages to groups and selected contacts, newest first',
    })
    .input(z.object({ groupSid: GroupSid.optional().describe('Only those of this group.'), cursor }))
    .output(wrapped(z.object({ messages: z.array(GroupMessage), nextCursor: z.string().nullable() })))
    .errors(failsWith('InvalidInput')),

  get: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/messages/get',
      tags,
      summary: 'Returns a message to a group or to selected contacts, with its outcomes',
    })
    .input(byId)
    .output(wrapped(GroupMessage))
    .errors(failsWith('GroupMessageNotFound')),

  getRecipients: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/messages/recipients',
      tags,
      summary:
        'Lists the recipients of a group message that the caller may see. A page may be short or empty although others follow: as long as there is a `nextAfter`',
    })
    .input(
      byId.extend({
        outcome: z
          .enum(RECIPIENT_OUTCOMES)
          .optional()
          .describe('For a message to many, the newest text that failed comes first.'),
        hasReplied: z.boolean().optional().describe('For a message to many, the newest reply comes first.'),
        hasClicked: z.boolean().optional().describe('For a message to many, the newest first click comes first.'),
        hasOptedOut: z.boolean().optional().describe('For a message to many, the newest opt-out comes first.'),
        searchTerm: z.string().trim().max(200).optional().describe('A name or a number.'),
        pageSize: z.int().min(1).max(100).default(50),
        after: z.string().max(200).optional().describe('The `nextAfter` of the page before, with the same filter.'),
      }),
    )
    .output(wrapped(z.object({ recipients: z.array(GroupRecipient), nextAfter: z.string().nullable() })))
    .errors(failsWith('GroupMessageNotFound')),

  undo: endpoint({ permission: 'campaigns_send_bulk_messages' })
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/messages/undo',
      tags,
      summary:
        'Undoes a message of the caller that is still held for undoing: no one gets it, and its files can be used again',
    })
    .input(byId)
    .output(wrapped(GroupMessage))
    .errors(failsWith('GroupMessageNotFound', 'GroupMessageNotUndoable')),

  stop: endpoint({ permission: 'campaigns_send_bulk_messages' })
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/messages/stop',
      tags,
      summary: 'Stops a group message: recipients who have not got it will not',
    })
    .input(byId)
    .output(wrapped(GroupMessage))
    .errors(failsWith('GroupMessageNotFound', 'GroupMessageRestricted')),
}

export const ReviewInvite = z.object({
  contactID: z.uuid(),
  sentOnUtc: z.iso.datetime(),
  count: z.int(),
})
export type ReviewInvite = z.infer<typeof ReviewInvite>

export const InviteText = z.object({
  text: z.string().nullable().describe('What invites start with; null until one is saved.'),
  version: z.int(),
})
export type InviteText = z.infer<typeof InviteText>

export const reviewInvites = {
  send: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/ReviewInvite/send',
      tags,
      summary: 'Invites one contact to leave a review. During the contact’s quiet hours it waits until they end',
    })
    .input(
      z.object({
        contactID: z.uuid(),
        text: words()
          .min(1)
          .max(MESSAGE_TEXT_MAX)
          .optional()
          .describe('Default: the saved text, or else the review invitation.'),
        clientMessageId: z.uuid(),
      }),
    )
    .output(wrapped(z.object({ conversationSid: ConversationSid.nullable(), heldUntil: z.iso.datetime().nullable() })))
    .errors(
      failsWith('ContactNotFound', 'NotInTrial', 'ReviewLinkMissing', 'ClientMessageIdReused', 'RecipientSkipped'),
    ),

  getInvites: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/UniversalStore/invites',
      tags: ['main'],
      summary: 'Returns the text of review invites, and those sent by contact, the most recent 1,000',
    })
    .output(InviteText.extend({ contactsInvites: z.record(z.uuid(), ReviewInvite) })),

  saveInvites: endpoint({ permission: 'convos_manage_templates' })
    .route({
      method: 'POST',
      path: '/main/UniversalStore/invites',
      tags: ['main'],
      summary: 'Saves the text that review invites start with. Invites are recorded by sending them',
    })
    .input(z.object({ text: words().min(1).max(MESSAGE_TEXT_MAX), version: z.int32().min(0).optional() }))
    .output(InviteText)
    .errors(failsWith('ChangedMeanwhile')),
}
