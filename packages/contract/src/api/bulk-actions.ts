import { z } from 'zod'
import {
  BULK_CHANGES,
  BULK_SELECTED_MAX,
  CONTACT_BULK_CHANGES,
  CONTACT_SETTING_CHANGES,
  PAYMENT_BULK_CHANGES,
} from '../rules/bulk-actions.ts'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { ContactCriteria } from './contact-list.ts'
import { ConversationCriteria } from './conversation-filter.ts'
import { Conversation } from './conversations.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { FolderKey, Sids } from './folders.ts'
import { ConversationSid } from './ids.ts'
import { InstantInput } from './instants.ts'
import { DocumentCriteria } from './payment-lists.ts'
import { words } from './words.ts'

export const BulkAction = z.object({
  id: z.uuid(),
  change: z
    .enum([...BULK_CHANGES, ...CONTACT_BULK_CHANGES, ...CONTACT_SETTING_CHANGES, ...PAYMENT_BULK_CHANGES])
    .describe(
      'What it does, to conversations, contacts or payments. `change-labels` follows from a change of the labels.',
    ),
  value: z
    .string()
    .nullable()
    .describe(
      'Name of the folder, teammate, status, location, tags or labels at that time; for `snooze`, the time or null.',
    ),
  state: z.enum(['running', 'done', 'stopped', 'undone']),
  isUndo: z.boolean().describe('It undoes another bulk action.'),
  total: z.int(),
  done: z.int().describe('Processed so far: changed, unchanged, or not permitted for the caller.'),
  changed: z.int(),
  canUndo: z.boolean(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type BulkAction = z.infer<typeof BulkAction>

const tags = ['conversations']
const acting = () => endpoint({ permission: 'anyone signed in' })
const One = wrapped(BulkAction)
const Names = z.array(words().min(1).max(40)).min(1).max(10).optional()
const ownAction = z.object({ id: z.uuid().meta({ names: 'bulkAction' }) })
const Several = wrapped(z.object({ conversations: z.array(Conversation) }))

export const bulkActions = {
  start: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/start',
      tags,
      summary: 'Starts a bulk action on the given conversations, or on all that match',
    })
    .input(
      z
        .object({
          change: z.enum(BULK_CHANGES),
          sids: z.array(ConversationSid).min(1).max(BULK_SELECTED_MAX).optional(),
          criteria: ConversationCriteria.strict()
            .optional()
            .describe('Instead of sids: applies to all matching conversations.'),
          folderKey: FolderKey.optional().describe('With `folder`.'),
          toUserID: z.uuid().nullable().optional().describe('With `assign`; null unassigns.'),
          statusKey: z.string().max(40).nullable().optional().describe('With `status`; null: none.'),
          until: InstantInput.nullable().optional().describe('With `snooze`; null: until they reply.'),
        })
        .refine(
          ({ sids, criteria }) => (sids === undefined) !== (criteria === undefined),
          'Set either sids or criteria',
        )
        .refine(({ change, folderKey }) => change !== 'folder' || folderKey !== undefined, 'folderKey is required')
        .refine(({ change, toUserID }) => change !== 'assign' || toUserID !== undefined, 'toUserID is required')
        .refine(({ change, statusKey }) => change !== 'status' || statusKey !== undefined, 'statusKey is required')
        .refine(({ change, until }) => change !== 'snooze' || until !== undefined, 'until is required'),
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

  startOnContacts: acting()
    .route({
      method: 'POST',
      path: '/main/Contact/bulk/start',
      tags: ['main'],
      summary: 'Starts a bulk action on the given contacts, or on all that match. Deleting cannot be undone',
    })
    .input(
      z
        .object({
          change: z.enum(CONTACT_BULK_CHANGES),
          contactIDs: z.array(z.uuid()).min(1).max(BULK_SELECTED_MAX).optional(),
          criteria: ContactCriteria.optional().describe('Instead of contactIDs: applies to all matching contacts.'),
          tags: Names.describe('With `add-tags`, `remove-tags` and `rename-tags`.'),
          newTag: words().min(1).max(40).optional().describe('With `rename-tags`, instead of each of `tags`.'),
          labels: Names.describe('With `add-labels` and `remove-labels`.'),
          locationID: z.uuid().optional().describe('With `move`.'),
        })
        .refine(
          ({ contactIDs, criteria }) => (contactIDs === undefined) !== (criteria === undefined),
          'Set either contactIDs or criteria',
        ),
    )
    .output(One)
    .errors(failsWith('ContactNotFound', 'Forbidden', 'InvalidInput', 'LabelUnknown', 'LocationNotFound')),

  startOnPayments: acting()
    .route({
      method: 'POST',
      path: '/payments/PaymentRequest/bulk/start',
      tags: ['payments'],
      summary:
        'Starts a bulk action on the given payment requests and estimates, or on all that match. It cannot be undone',
    })
    .input(
      z
        .object({
          change: z.enum(PAYMENT_BULK_CHANGES),
          paymentIDs: z
            .array(z.uuid().meta({ names: 'payment' }))
            .min(1)
            .max(BULK_SELECTED_MAX)
            .optional(),
          criteria: DocumentCriteria.optional().describe('Instead of paymentIDs: applies to all that match.'),
          text: words()
            .min(1)
            .max(MESSAGE_TEXT_MAX)
            .optional()
            .describe(
              'With `remind-payments`; with the variables of templates, `:amount_due:`, `:invoice_number:` and `:payment_link:`. Sent for documents that are open, to contacts who may be texted.',
            ),
        })
        .refine(
          ({ paymentIDs, criteria }) => (paymentIDs === undefined) !== (criteria === undefined),
          'Set either paymentIDs or criteria',
        )
        .refine(({ change, text }) => change !== 'remind-payments' || text !== undefined, 'text is required'),
    )
    .output(One)
    .errors(failsWith('Forbidden', 'InvalidInput', 'PaymentNotFound')),

  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/get-list',
      tags,
      summary: 'Lists the caller’s bulk actions of the last day, newest first',
    })
    .output(wrapped(z.object({ actions: z.array(BulkAction) }))),

  stop: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/stop',
      tags,
      summary: 'Stops a bulk action; conversations already changed stay changed. A change of the labels goes on',
    })
    .input(ownAction)
    .output(One)
    .errors(failsWith('BulkActionNotFound')),

  undo: acting()
    .route({
      method: 'POST',
      path: '/conversations/BulkAction/undo',
      tags,
      summary: 'Undoes a bulk action for conversations that have not changed since',
    })
    .input(ownAction)
    .output(One)
    .errors(failsWith('BulkActionNotFound', 'BulkActionNotUndoable')),

  closeBulk: acting()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/close/bulk',
      tags,
      summary: 'Closes conversations, all or none',
    })
    .input(z.object({ sids: Sids }))
    .output(Several)
    .errors(failsWith('ConversationNotFound')),

  openBulk: acting()
    .route({
      method: 'POST',
      path: '/conversations/ConversationStates/open/bulk',
      tags,
      summary: 'Reopens conversations, all or none',
    })
    .input(z.object({ sids: Sids }))
    .output(Several)
    .errors(failsWith('ConversationNotFound')),
}
