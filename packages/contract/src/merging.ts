import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'

/** Pairs of numbers that may stand in one thread beside its own. */
export const MERGED_MAX = 20
/** Messages of both threads together; they are numbered anew in one go. */
export const MERGE_MESSAGES_MAX = 20_000

export const MergePreview = z.object({
  survivor: Conversation,
  merged: Conversation,
  survivorMessages: z.int(),
  mergedMessages: z.int(),
  scheduledMessages: z.int().describe('What waits to be sent in the merged one and goes on waiting.'),
  isReopened: z.boolean().describe('The survivor is closed and the merged one open: both are open together.'),
})
export type MergePreview = z.infer<typeof MergePreview>

const service = { tags: ['conversations'] }
const both = z.object({
  sid: ConversationSid.describe('The one that goes on in the other.'),
  intoSid: ConversationSid.describe('The survivor: its place, folder, assignee and status stay.'),
})
const failures = failsWith(
  'ContactRestricted',
  'ConversationNotFound',
  'MergeWithItself',
  'AlreadyMerged',
  'TooManyMerged',
  'ConversationsTooLong',
)

export const merging = {
  preview: endpoint({ permission: 'contacts_edit', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/preview-merge',
      ...service,
      summary: 'What merging two conversations would do',
    })
    .input(both)
    .output(wrapped(MergePreview))
    .errors(failures),

  merge: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/merge',
      ...service,
      summary:
        'Two conversations of one person become one thread, with every message in its order. Later texts to either pair of numbers land in it',
    })
    .input(both)
    .output(wrapped(Conversation))
    .errors(failures),

  unmerge: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/unmerge',
      ...service,
      summary:
        'Takes a merged conversation out again, with all of its messages, also those that came or went by its numbers since',
    })
    .input(z.object({ sid: ConversationSid, mergedSid: ConversationSid }))
    .output(
      wrapped(
        z.object({
          conversation: Conversation,
          restored: Conversation.nullable().describe('Null where it is back at a place the caller does not see.'),
        }),
      ),
    )
    .errors(failsWith('ConversationNotFound', 'NotMerged')),
}
