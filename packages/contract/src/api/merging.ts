import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'

export const MergePreview = z.object({
  surviving: Conversation,
  merged: Conversation,
  survivingMessages: z.int(),
  mergedMessages: z.int(),
  scheduledMessages: z.int().describe('Scheduled messages of the merged conversation, which stay scheduled.'),
  isReopened: z.boolean().describe('The remaining conversation will be reopened because the merged one is open.'),
})
export type MergePreview = z.infer<typeof MergePreview>

const service = { tags: ['conversations'] }
const both = z.object({
  sid: ConversationSid.describe('The conversation to merge into the other one.'),
  intoSid: ConversationSid.describe('The remaining conversation: it keeps its location, folder, assignee, and status.'),
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
      summary: 'Previews a merge of two conversations',
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
        'Merges two conversations with the same person. Later texts to either number pair arrive in the merged one',
    })
    .input(both)
    .output(wrapped(Conversation))
    .errors(failures),

  unmerge: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/Conversation/unmerge',
      ...service,
      summary: 'Unmerges a conversation with all of its messages, including those sent or received since',
    })
    .input(z.object({ sid: ConversationSid, mergedSid: ConversationSid }))
    .output(
      wrapped(
        z.object({
          conversation: Conversation,
          restored: Conversation.nullable().describe('Null when it is at a location the caller cannot see.'),
        }),
      ),
    )
    .errors(failsWith('ConversationNotFound', 'NotMerged')),
}
