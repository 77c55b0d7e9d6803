import { z } from 'zod'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { words } from './words.ts'

/** A teammate who may see the conversation’s location, and how much they have on their hands. */
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
/** Who hands a conversation on may lose sight of it with that. */
const Handed = wrapped(Conversation.nullable().describe('Null: the caller does not see it any more.'))

export const assignment = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Assignee/get-list',
      summary: 'Who a conversation can be handed to, and how many open ones each has',
      ...service,
    })
    .input(oneConversation)
    .output(wrapped(z.object({ assignees: z.array(Assignee) })))
    .errors(failsWith('ConversationNotFound')),

  change: signedIn()
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/assignee',
      summary:
        'Assigns a conversation to a teammate, or unassigns it. Assigning to someone else takes convos_view_assigned_to_others',
      ...service,
    })
    .input(
      oneConversation.extend({
        toUserID: z.uuid().nullable(),
        note: words().max(NOTE_MAX).optional().describe('For whom it goes to; stands in the thread.'),
        isClaim: z
          .boolean()
          .optional()
          .describe('Only while it is nobody’s: of two who take it at once the second is told who has it.'),
      }),
    )
    .output(Handed)
    .errors(failsWith('ConversationNotFound', 'AssigneeUnknown', 'AlreadyAssigned', 'ConversationsUnassignable')),

  changeLocation: endpoint({ permission: 'contacts_edit' })
    .route({
      method: 'POST',
      path: '/conversations/ConversationAttributes/change/location',
      ...service,
      summary: 'Moves a conversation and its contact; an assignee who does not see the new location loses it',
    })
    .input(oneConversation.extend({ locationID: z.uuid() }))
    .output(Handed)
    .errors(failsWith('ConversationNotFound', 'LocationNotFound')),
}
