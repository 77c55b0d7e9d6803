import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { AUTO_CLOSE_OPTIONS } from '../rules/conversation-configs.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { LanguageCode } from './language.ts'
import { words } from './words.ts'

const ReplySetting = z
  .object({
    isEnabled: z.boolean(),
    message: words().max(MESSAGE_TEXT_MAX).describe('May contain template variables.'),
  })
  .refine(({ isEnabled, message }) => !isEnabled || message !== '', {
    path: ['message'],
    message: 'Write a message, or turn it off.',
  })

const settings = {
  replyOnNewMessage: ReplySetting.describe('Sent once to every contact, in reply to their first text.'),
  replyOnNewPopUpSubscriberMessage: ReplySetting.describe(
    'Sent to contacts who subscribe in a pop-up; takes effect with pop-ups.',
  ),
  directMessageAutoSubscribeMessage: ReplySetting.describe(
    'Asks contacts who text for the first time whether they want marketing texts. Never sent twice; a YES subscribes.',
  ),
  autoClose: z.enum(AUTO_CLOSE_OPTIONS),
  isAutoAssign: z
    .boolean()
    .describe('Round-robin assignment of new conversations to teammates with access to their location.'),
  autoAssignUserIDs: z
    .array(z.uuid())
    .min(1)
    .max(500)
    .nullable()
    .describe('Teammates in the rotation; former teammates are skipped. null: everyone.'),
  autoAssignCapacity: z
    .int()
    .min(1)
    .max(500)
    .nullable()
    .describe('Maximum open conversations per teammate for round-robin assignment; null: no limit.'),
  isAutoAssignOnlyPresent: z.boolean().describe('Only teammates who are online.'),
  isAutoAssignInHours: z
    .boolean()
    .describe('Only during business hours; conversations stay unassigned until the location opens.'),
  reassignAfterMinutes: z
    .int()
    .min(5)
    .max(1440)
    .nullable()
    .describe('Minutes of business hours after which an unanswered conversation is reassigned; null: never.'),
  reopenKeepsAssignee: z.boolean().describe('Otherwise a text in a closed conversation makes it unassigned.'),
  autoCloseMessage: ReplySetting.describe('Message sent before a conversation is auto-closed.'),
  isAIAutoReplies: z.boolean().describe('Takes effect with the AI employee.'),
  translateTo: LanguageCode.nullable().describe(
    'Language of the team; texts in other languages are translated into it. null: no translation.',
  ),
}

/** Settings of how conversations are handled. */
export const ConversationConfigs = z.object({ ...settings, version: z.int() })
export type ConversationConfigs = z.infer<typeof ConversationConfigs>

const service = { tags: ['conversations'] }

export const conversationConfigs = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/conversations/Configs/get',
      summary: 'Returns the conversation settings',
      ...service,
    })
    .output(wrapped(ConversationConfigs)),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/conversations/Configs/save',
      summary: 'Updates the conversation settings; omitted fields are unchanged',
      ...service,
    })
    .input(
      z.object({
        replyOnNewMessage: ReplySetting.optional(),
        replyOnNewPopUpSubscriberMessage: ReplySetting.optional(),
        directMessageAutoSubscribeMessage: ReplySetting.optional(),
        autoClose: settings.autoClose.optional(),
        isAutoAssign: z.boolean().optional(),
        autoAssignUserIDs: settings.autoAssignUserIDs.optional(),
        autoAssignCapacity: settings.autoAssignCapacity.optional(),
        isAutoAssignOnlyPresent: z.boolean().optional(),
        isAutoAssignInHours: z.boolean().optional(),
        reassignAfterMinutes: settings.reassignAfterMinutes.optional(),
        reopenKeepsAssignee: z.boolean().optional(),
        autoCloseMessage: ReplySetting.optional(),
        isAIAutoReplies: z.boolean().optional(),
        translateTo: settings.translateTo.optional(),
        version: z.int32().min(0).optional(),
      }),
    )
    .output(wrapped(ConversationConfigs))
    .errors(failsWith('ChangedMeanwhile', 'AssigneeUnknown')),
}
