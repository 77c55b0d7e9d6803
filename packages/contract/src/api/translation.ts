import { z } from 'zod'
import { MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid, MessageSid } from './ids.ts'
import { LanguageCode } from './language.ts'
import { Message } from './messages.ts'
import { words } from './words.ts'

const service = { tags: ['conversations'] }

export const translation = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/conversations/Translation/get',
      summary: 'Returns whether messages are translated, and into which language',
      ...service,
    })
    .output(
      wrapped(
        z.object({
          isAvailable: z.boolean().describe('An AI service is configured.'),
          to: LanguageCode.nullable().describe('The language of the team; null: nothing is translated.'),
        }),
      ),
    ),

  translateText: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/Translation/translate-text',
      summary: 'Previews the translation of a draft. Nothing is stored',
      ...service,
    })
    .input(
      z.object({
        conversationSid: ConversationSid,
        text: words().min(1).max(MESSAGE_TEXT_MAX),
        to: LanguageCode,
      }),
    )
    .output(wrapped(z.object({ text: z.string(), language: LanguageCode.describe('Of the text as it was given.') })))
    .errors(failsWith('ConversationNotFound', 'TranslationOff', 'TranslationUnavailable')),

  translateMessage: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/Translation/translate-message',
      summary: 'Translates a message that has no translation',
      ...service,
    })
    .input(z.object({ sid: MessageSid }))
    .output(wrapped(Message))
    .errors(failsWith('MessageNotFound', 'TranslationOff', 'TranslationUnavailable', 'SameLanguage')),
}
