import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

/** A teammate with access to the conversation’s location, and their number of open conversations. */
export const Assignee = z.object({
  userID: z.uuid(),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
  openConversations: z.int(),
})
export type Assignee = z.infer<typeof Assignee>

const NOTE_MAX = 1000
const oneConversation = z.object({ sid: ConversationSid })
const service = { tags: ['conversations'] }
const signedIn = () => endpoint({ permission: 'anyone signed in' })
/** The caller may lose access to a conversation by reassigning it. */
const ReassignedConversation = wrapped(Conversation.nullable().describe('Null when the caller can no longer see it.'))

export const assignment = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Assignee/get-list',
      summary: 'Lists possible assignees of a conversation and their open conversation counts',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(z.object({ assignees: z.array(Assignee) })))
    .errors(failsWith('ConversationNotFound')),

  change: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/assignee',
      summary: 'Assigns or unassigns a conversation. Assigning to someone else requires convos_view_assigned_to_others',
      ...service,
    })
    .input(
      oneConversation.extend({
        toUserID: z.uuid().nullable(),
        note: words().max(NOTE_MAX).optional().describe('Note for the new assignee, shown in the conversation.'),
        isClaim: z
          .boolean()
          .optional()
          .describe('Only if it is unassigned; fails with AlreadyAssigned when a teammate was faster.'),
      }),
    )
    .output(ReassignedConversation)
    .errors(failsWith('ConversationNotFound', 'AssigneeUnknown', 'AlreadyAssigned', 'ConversationsUnassignable')),

  changeLocation: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/location',
      ...service,
      summary: 'Moves a conversation and its contact to a location; unassigns it if the assignee has no access there',
    })
    .input(oneConversation.extend({ locationID: z.uuid() }))
    .output(ReassignedConversation)
    .errors(failsWith('ConversationNotFound', 'LocationNotFound')),
}
