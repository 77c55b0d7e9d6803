import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from './constants.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { LanguageCode } from './language.ts'
import { words } from './words.ts'

/** After how long without a text a conversation is closed by itself (spec section 4). */
export const AUTO_CLOSE_OPTIONS = ['never', '1-day', '3-days', '7-days', '14-days', '1-month'] as const
export type AutoClose = (typeof AUTO_CLOSE_OPTIONS)[number]

const Answer = z
  .object({
    isEnabled: z.boolean(),
    message: words().max(MESSAGE_TEXT_MAX).describe('May hold the variables of templates.'),
  })
  .refine(({ isEnabled, message }) => !isEnabled || message !== '', {
    path: ['message'],
    message: 'An answer needs words',
  })

const settings = {
  replyOnNewMessage: Answer.describe('Goes out once to every contact, as the answer to their first text.'),
  replyOnNewPopUpSubscriberMessage: Answer.describe('For those who subscribe in a pop-up; takes effect with pop-ups.'),
  directMessageAutoSubscribeMessage: Answer.describe('For those who subscribe by text; takes effect with campaigns.'),
  autoClose: z.enum(AUTO_CLOSE_OPTIONS),
  isAutoAssign: z.boolean().describe('New conversations go in turn to those who may see their location.'),
  autoAssignUserIDs: z
    .array(z.uuid())
    .min(1)
    .max(500)
    .nullable()
    .describe('Who takes turns; who has left the team is passed over. null: everybody.'),
  autoAssignCapacity: z
    .int()
    .min(1)
    .max(500)
    .nullable()
    .describe('Who has so many open conversations is given no more by turn; null: no limit.'),
  isAutoAssignOnlyPresent: z.boolean().describe('Only who has Frontdesk open takes a turn.'),
  isAutoAssignInHours: z.boolean().describe('Only while the location is open; the queue waits for its hours.'),
  reassignAfterMinutes: z
    .int()
    .min(5)
    .max(1440)
    .nullable()
    .describe('Opening minutes after which an unanswered conversation goes to the next in turn; null: never.'),
  reopenKeepsAssignee: z.boolean().describe('Otherwise a text in a closed conversation puts it back into the queue.'),
  autoCloseMessage: Answer.describe('The parting text of a conversation that closes by itself.'),
  isAIAutoReplies: z.boolean().describe('Takes effect with the AI employee.'),
  translateTo: LanguageCode.nullable().describe(
    'The language of the team: texts in another one are translated into it. null: nothing is translated.',
  ),
}

/** Spec section 3, "Conversation configs". */
export const ConversationConfigs = z.object({ ...settings, version: z.int() })
export type ConversationConfigs = z.infer<typeof ConversationConfigs>

export const DEFAULT_CONVERSATION_CONFIGS: Omit<ConversationConfigs, 'version'> = {
  replyOnNewMessage: {
    isEnabled: false,
    message: 'Thank you for your message! Somebody from :business_name: will answer you here shortly.',
  },
  replyOnNewPopUpSubscriberMessage: {
    isEnabled: false,
    message: 'Thank you for subscribing to :business_name:! Reply REMOVE to unsubscribe.',
  },
  directMessageAutoSubscribeMessage: {
    isEnabled: false,
    message: 'You are subscribed to news from :business_name:. Reply REMOVE to unsubscribe.',
  },
  autoClose: 'never',
  isAutoAssign: false,
  autoAssignUserIDs: null,
  autoAssignCapacity: null,
  isAutoAssignOnlyPresent: false,
  isAutoAssignInHours: false,
  reassignAfterMinutes: null,
  reopenKeepsAssignee: true,
  autoCloseMessage: {
    isEnabled: false,
    message: 'Thank you for talking with us! We close this conversation now. Write any time and we are back.',
  },
  isAIAutoReplies: false,
  translateTo: null,
}

const service = { tags: ['conversations'] }

export const conversationConfigs = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/conversations/Configs/get', summary: 'How conversations behave', ...service })
    .output(wrapped(ConversationConfigs)),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/conversations/Configs/save',
      summary: 'Changes how conversations behave; what is left out stays',
      ...service,
    })
    .input(
      z.object({
        replyOnNewMessage: Answer.optional(),
        replyOnNewPopUpSubscriberMessage: Answer.optional(),
        directMessageAutoSubscribeMessage: Answer.optional(),
        autoClose: settings.autoClose.optional(),
        isAutoAssign: z.boolean().optional(),
        autoAssignUserIDs: settings.autoAssignUserIDs.optional(),
        autoAssignCapacity: settings.autoAssignCapacity.optional(),
        isAutoAssignOnlyPresent: z.boolean().optional(),
        isAutoAssignInHours: z.boolean().optional(),
        reassignAfterMinutes: settings.reassignAfterMinutes.optional(),
        reopenKeepsAssignee: z.boolean().optional(),
        autoCloseMessage: Answer.optional(),
        isAIAutoReplies: z.boolean().optional(),
        translateTo: settings.translateTo.optional(),
        version: z.int32().min(0).optional(),
      }),
    )
    .output(wrapped(ConversationConfigs))
    .errors(failsWith('ChangedMeanwhile', 'AssigneeUnknown')),
}
