import { z } from 'zod'
import { ConversationCriteria } from './conversation-filter.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { FolderKey, Sids } from './folders.ts'
import { ConversationSid } from './ids.ts'
import { InstantInput } from './instants.ts'

export const BULK_CHANGES = [
  'close',
  'open',
  'folder',
  'assign',
  'status',
  'read',
  'unread',
  'handled',
  'snooze',
  'wake',
  'block',
] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

/** More at once than a business of the largest kind has open. */
export const BULK_MAX = 200_000

/** How many somebody may have picked one by one. */
export const BULK_SELECTED_MAX = 2000

export const BulkAction = z.object({
  id: z.uuid(),
  change: z.enum(BULK_CHANGES),
  value: z
    .string()
    .nullable()
    .describe('The folder, teammate or status as it was called then; of `snooze` the instant, or null.'),
  state: z.enum(['running', 'done', 'stopped', 'undone']),
  isUndo: z.boolean().describe('It takes another one back.'),
  total: z.int(),
  done: z.int().describe('Looked at so far: changed, so already, or not to be changed by this person.'),
  changed: z.int(),
  canUndo: z.boolean(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type BulkAction = z.infer<typeof BulkAction>

const tags = ['conversations']
const acting = () => endpoint({ permission: 'anyone signed in' })
const One = wrapped(BulkAction)
const ownAction = z.object({ id: z.uuid().meta({ names: 'bulkAction' }) })
const Several = wrapped(z.object({ conversations: z.array(Conversation) }))

export const bulkActions = {
  start: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/start',
      tags,
      summary: 'Changes the named conversations, or all that match, in the background; each of them once',
    })
    .input(
      z
        .object({
          change: z.enum(BULK_CHANGES),
          sids: z.array(ConversationSid).min(1).max(BULK_SELECTED_MAX).optional(),
          criteria: ConversationCriteria.optional().describe('Instead of sids: the server finds them.'),
          folderKey: FolderKey.optional().describe('With `folder`.'),
          toUserID: z.uuid().nullable().optional().describe('With `assign`; null: nobody’s.'),
          statusKey: z.string().max(40).nullable().optional().describe('With `status`; null: none.'),
          until: InstantInput.nullable().optional().describe('With `snooze`; null: until they reply.'),
        })
        .refine(({ sids, criteria }) => (sids === undefined) !== (criteria === undefined), 'Give sids or criteria')
        .refine(({ change, folderKey }) => change !== 'folder' || folderKey !== undefined, 'Which folder?')
        .refine(({ change, toUserID }) => change !== 'assign' || toUserID !== undefined, 'To whom?')
        .refine(({ change, statusKey }) => change !== 'status' || statusKey !== undefined, 'Which status?')
        .refine(({ change, until }) => change !== 'snooze' || until !== undefined, 'Until when?'),
    )
    .output(One)
    .errors(
      failsWith(
        'ConversationNotFound',
        'FolderNotFound',
        'AssigneeUnknown',
        'ConversationsUnassignable',
        'ContactStatusUnknown',
        'Forbidden',
        'InvalidInput',
        'TooManyConversations',
      ),
    ),

  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/get-list',
      tags,
      summary: 'The caller’s own of the last day, newest first',
    })
    .output(wrapped(z.object({ actions: z.array(BulkAction) }))),

  stop: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/stop',
      tags,
      summary: 'Changes no more; what was changed stays',
    })
    .input(ownAction)
    .output(One)
    .errors(failsWith('BulkActionNotFound')),

  undo: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/undo',
      tags,
      summary: 'Puts back what was before, where nobody has changed it since; in the background as well',
    })
    .input(ownAction)
    .output(One)
    .errors(failsWith('BulkActionNotFound', 'BulkActionNotUndoable')),

  closeBulk: acting()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/close/bulk',
      tags,
      summary: 'Closes conversations at once, all of them or none',
    })
    .input(z.object({ sids: Sids }))
    .output(Several)
    .errors(failsWith('ConversationNotFound')),

  openBulk: acting()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/open/bulk',
      tags,
      summary: 'Reopens conversations at once, all of them or none',
    })
    .input(z.object({ sids: Sids }))
    .output(Several)
    .errors(failsWith('ConversationNotFound')),
}
