import { z } from 'zod'
import { BULK_SELECTED_MAX } from '../rules/bulk-actions.ts'
import { MESSAGE_ATTACHMENTS_MAX, MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import {
  GROUP_BATCH,
  GROUP_KINDS,
  GROUP_NAME_MAX,
  GROUP_PREVIEW_MAX,
  GROUP_PREVIEW_SAMPLES,
  SKIP_REASONS,
} from '../rules/groups.ts'
import { NOTE_MAX } from '../rules/message-kinds.ts'
import { UNDO_SEND_SECONDS } from '../rules/scheduled-messages.ts'
import { ContactCriteria } from './contact-list.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { GroupMessage, GroupOutcomes } from './group-messages.ts'
import { GroupSid, MediaSid } from './ids.ts'
import { words } from './words.ts'

export const Group = z.object({
  sid: GroupSid,
  name: z.string(),
  locationID: z.uuid().nullable().describe('null: the whole business.'),
  kind: z.enum(GROUP_KINDS),
  criteria: ContactCriteria.nullable().describe('Which contacts a dynamic group has.'),
  segmentName: z.string().nullable().describe('The saved segment that it follows.'),
  members: z.int().nullable().describe('Members that the caller may see; null for a dynamic group.'),
  unreadReplies: z.int().describe('Unread conversations with people who got a message of the group in the last days.'),
  latestMessage: z.string().nullable(),
  latestMessageOnUtc: z.iso.datetime().nullable(),
  createdOnUtc: z.iso.datetime(),
  version: z.int(),
  isAddingMembers: z.boolean().describe('Contacts are still being added in the background.'),
  canEdit: z.boolean().describe('A group of the whole business can only be edited with access to all locations.'),
})
export type Group = z.infer<typeof Group>

export const GroupMember = z.object({
  contactID: z.uuid(),
  name: z.string(),
  phone: z.string(),
  locationID: z.uuid(),
  isOptedOut: z.boolean(),
})
export type GroupMember = z.infer<typeof GroupMember>

export const GroupNote = z.object({
  id: z.uuid(),
  note: z.string(),
  author: z.string(),
  authorUserID: z.uuid(),
  addedOnUtc: z.iso.datetime(),
})
export type GroupNote = z.infer<typeof GroupNote>

export const GroupSendPreview = z.object({
  recipients: z.int(),
  isCapped: z.boolean().describe(`There are more; the numbers are about the first ${GROUP_PREVIEW_MAX}.`),
  sendable: z.int().describe('Will get the message: now, or at the end of their quiet hours or of a legal holiday.'),
  held: z.int().describe('Of the sendable: in their quiet hours now, or at a legal holiday.'),
  excluded: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
  samples: z
    .array(z.object({ name: z.string(), phone: z.string(), text: z.string() }))
    .max(GROUP_PREVIEW_SAMPLES)
    .describe('The text as the first recipients get it.'),
  segments: z.int().describe('Of the first sample.'),
})
export type GroupSendPreview = z.infer<typeof GroupSendPreview>

const tags = ['conversations']
const reading = () => endpoint({ permission: 'anyone signed in', isRead: true })
const editing = () => endpoint({ permission: 'contacts_edit' })
const bySid = z.object({ sid: GroupSid })

const ContactIDs = z.array(z.uuid()).min(1).max(BULK_SELECTED_MAX).optional()
const Criteria = ContactCriteria.optional().describe('All contacts that match.')

const isOneOf = (values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1

const audience = {
  groupSid: GroupSid.optional(),
  contactIDs: ContactIDs,
  criteria: Criteria,
  text: words().max(MESSAGE_TEXT_MAX).default('').describe('May contain template variables.'),
  isReviewInvite: z.boolean().default(false).describe('Moves the conversations into the folder of review invites.'),
}
const hasOneAudience = (input: { groupSid?: unknown; contactIDs?: unknown; criteria?: unknown }) =>
  isOneOf([input.groupSid, input.contactIDs, input.criteria])
const ONE_AUDIENCE = 'Set one of groupSid, contactIDs and criteria'

export const groups = {
  getList: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/get-list',
      tags,
      summary: 'Lists the groups of the caller’s locations and of the whole business, by latest message',
    })
    .output(wrapped(z.object({ groups: z.array(Group) }))),

  getBySid: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/get-by-sid',
      tags,
      summary: 'Returns a group',
    })
    .input(bySid)
    .output(wrapped(Group))
    .errors(failsWith('GroupNotFound')),

  save: editing()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/save',
      tags,
      summary: 'Adds or updates a group. A fixed group can be added with its first members',
    })
    .input(
      z
        .object({
          sid: GroupSid.optional().describe('Of the group to update.'),
          version: z.int32().min(1).optional().describe('With `sid`: the version that was edited.'),
          name: words().min(1).max(GROUP_NAME_MAX),
          locationID: z
            .uuid()
            .nullable()
            .default(null)
            .describe('Whose number sends, and whose contacts a dynamic group has; null: the whole business.'),
          kind: z
            .enum(GROUP_KINDS)
            .optional()
            .describe(
              'Default: fixed, and for an update as it is. A dynamic group that becomes fixed keeps those who match now; a fixed one that becomes dynamic loses its members.',
            ),
          criteria: Criteria.describe(
            'Of a dynamic group; for a new fixed one, all contacts that match become members.',
          ),
          segmentID: z
            .uuid()
            .meta({ names: 'contactSegment' })
            .optional()
            .describe(
              'Instead of criteria: a saved segment that a dynamic group follows, whose creator must have it; a new fixed group starts with its contacts.',
            ),
          contactIDs: ContactIDs.describe('First members of a new fixed group.'),
        })
        .refine(
          ({ sid, kind, criteria, segmentID, contactIDs }) =>
            sid === undefined ||
            (contactIDs === undefined && (kind !== 'fixed' || (criteria === undefined && segmentID === undefined))),
          'First members are those of a new group',
        )
        .refine(
          ({ criteria, segmentID, contactIDs }) =>
            [criteria, segmentID, contactIDs].filter((value) => value !== undefined).length < 2,
          'Set one of criteria, segmentID and contactIDs',
        )
        .refine(
          ({ sid, kind, criteria, segmentID }) =>
            sid !== undefined || kind !== 'dynamic' || criteria !== undefined || segmentID !== undefined,
          'A dynamic group needs criteria',
        )
        .refine(
          ({ kind, contactIDs }) => kind !== 'dynamic' || contactIDs === undefined,
          'A dynamic group has no fixed members',
        ),
    )
    .output(wrapped(Group))
    .errors(
      failsWith(
        'GroupNotFound',
        'LocationNotFound',
        'SegmentNotFound',
        'SegmentPrivate',
        'ContactNotFound',
        'TooManyGroups',
        'ChangedMeanwhile',
        'Forbidden',
        'InvalidInput',
      ),
    ),

  delete: editing()
    .route({
      method: 'DELETE',
      path: '/conversations/GroupConversation',
      tags,
      summary: 'Deletes a group with its notes; contacts and conversations stay, and messages being sent are stopped',
    })
    .input(bySid)
    .output(wrapped(z.object({ sid: GroupSid })))
    .errors(failsWith('GroupNotFound', 'Forbidden', 'GroupRestricted', 'GroupMessageRestricted')),

  getMembers: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/members/get-list',
      tags,
      summary: 'Lists the members that the caller may see, by name',
    })
    .input(
      bySid.extend({
        searchTerm: z.string().trim().max(200).optional().describe('A name, a number, or an email.'),
        pageNumber: z.int().min(1).max(400).default(1).describe('Ignored with a cursor, which reaches all members.'),
        cursor: z.string().max(1000).optional().describe('`nextCursor` of the page before.'),
        pageSize: z.int().min(1).max(100).default(50),
      }),
    )
    .output(
      wrapped(
        z.object({
          members: z.array(GroupMember),
          count: z.int().describe('All that match, up to 10,000.'),
          isCapped: z.boolean(),
          hasNextPage: z.boolean(),
          nextCursor: z.string().nullable(),
        }),
      ),
    )
    .errors(failsWith('GroupNotFound', 'InvalidInput')),

  addMembers: editing()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/members/add',
      tags,
      summary: `Adds contacts to a fixed group; those beyond the first ${GROUP_BATCH} in the background`,
    })
    .input(
      bySid
        .extend({ contactIDs: ContactIDs, criteria: Criteria })
        .refine(({ contactIDs, criteria }) => isOneOf([contactIDs, criteria]), 'Set either contactIDs or criteria'),
    )
    .output(wrapped(z.object({ added: z.int().describe('In this request.'), group: Group })))
    .errors(failsWith('GroupNotFound', 'GroupDynamic', 'ContactNotFound', 'Forbidden', 'InvalidInput')),

  removeMembers: editing()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/members/remove',
      tags,
      summary: 'Removes contacts from a fixed group',
    })
    .input(bySid.extend({ contactIDs: z.array(z.uuid()).min(1).max(BULK_SELECTED_MAX) }))
    .output(wrapped(z.object({ removed: z.int(), group: Group })))
    .errors(failsWith('GroupNotFound', 'GroupDynamic', 'ContactNotFound', 'Forbidden')),

  getNotes: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/notes/get-list',
      tags,
      summary: 'Lists the notes about a group, newest first',
    })
    .input(bySid)
    .output(wrapped(z.object({ notes: z.array(GroupNote) })))
    .errors(failsWith('GroupNotFound')),

  addNote: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/notes/add',
      tags,
      summary: 'Adds a note about a group, for the team only',
    })
    .input(bySid.extend({ note: words().min(1, 'A note needs words').max(NOTE_MAX) }))
    .output(wrapped(GroupNote))
    .errors(failsWith('GroupNotFound')),

  deleteNote: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/notes/delete',
      tags,
      summary: 'Deletes one of the caller’s notes, or any with convos_delete_message',
    })
    .input(bySid.extend({ id: z.uuid().meta({ names: 'groupNote' }) }))
    .output(wrapped(z.object({ id: z.uuid() })))
    .errors(failsWith('GroupNotFound', 'NoteNotFound', 'NoteNotYours')),

  getStats: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/stats',
      tags,
      summary: 'Returns the outcomes of all messages of a group, and of the latest ones',
    })
    .input(bySid)
    .output(
      wrapped(
        z.object({
          messages: z.int(),
          stats: GroupOutcomes,
          performance: z
            .array(GroupMessage.pick({ id: true, body: true, attachments: true, startedOnUtc: true, stats: true }))
            .describe('Its last messages, newest first.'),
        }),
      ),
    )
    .errors(failsWith('GroupNotFound')),

  previewMessage: reading()
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/preview/message',
      tags,
      summary: 'Counts who would get a message and who would not, with reasons',
    })
    .input(
      z
        .object({ ...audience, text: z.string().max(MESSAGE_TEXT_MAX).default('') })
        .refine(hasOneAudience, ONE_AUDIENCE),
    )
    .output(wrapped(GroupSendPreview))
    .errors(failsWith('GroupNotFound', 'ContactNotFound', 'AudienceTooSlow', 'InvalidInput')),

  sendMessage: endpoint({ permission: 'campaigns_send_bulk_messages' })
    .route({
      method: 'POST',
      path: '/conversations/GroupConversation/save/message',
      tags,
      summary: 'Sends a message to a group or to selected contacts, each in their own conversation. Safe to repeat',
    })
    .input(
      z
        .object({
          ...audience,
          attachments: z.array(MediaSid).max(MESSAGE_ATTACHMENTS_MAX).default([]).describe('Uploads of the caller.'),
          clientMessageId: z.uuid().describe('Becomes the id of the group message.'),
          canUndo: z
            .boolean()
            .default(false)
            .describe(`Holds the message for ${UNDO_SEND_SECONDS} seconds, in which its author can undo it.`),
        })
        .refine(hasOneAudience, ONE_AUDIENCE)
        .refine(
          ({ text, attachments }) => text !== '' || attachments.length > 0,
          'A message needs a text or an attachment',
        ),
    )
    .output(wrapped(GroupMessage))
    .errors(
      failsWith(
        'ApprovalRequired',
        'GroupNotFound',
        'ContactNotFound',
        'TooManyContacts',
        'NoRecipients',
        'NotInTrial',
        'ReviewLinkMissing',
        'ClientMessageIdReused',
        'AttachmentUnknown',
        'AttachmentTooLarge',
        'InvalidInput',
      ),
    ),
}
