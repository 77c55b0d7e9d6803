import { z } from 'zod'
import { OPT_IN_KEYWORD_MAX, OPT_IN_TEXT_MAX } from '../rules/opt-in-keywords.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

const text = words().max(OPT_IN_TEXT_MAX).nullable().describe('null: the text of the marketing settings.')

export const OptInKeyword = z.object({
  id: z.uuid(),
  tenantPhoneNumber: z.string().describe('Our number that it is texted to.'),
  keyword: z.string().describe('In capitals.'),
  replyText: text,
  questionText: text,
  isDoubleOptIn: z.boolean().describe('Asks for a YES before it subscribes.'),
  isEnabled: z.boolean(),
  version: z.int(),
})
export type OptInKeyword = z.infer<typeof OptInKeyword>

const tags = ['main']
const editing = () => endpoint({ permission: 'admin_manage_settings' })
const byId = z.object({ id: z.uuid().meta({ names: 'optInKeyword' }) })

export const optInKeywords = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/OptInKeyword/get-list',
      tags,
      summary: 'Lists the opt-in keywords of the phone numbers at the caller’s locations',
    })
    .output(wrapped(z.object({ keywords: z.array(OptInKeyword) }))),

  save: editing()
    .route({
      method: 'POST',
      path: '/main/OptInKeyword/save',
      tags,
      summary: 'Adds an opt-in keyword to a phone number, or updates one',
    })
    .input(
      z.object({
        id: byId.shape.id.optional().describe('Of the keyword to update.'),
        version: z.int32().min(1).optional().describe('With `id`: the version that was edited.'),
        tenantPhoneNumber: z.string().max(40),
        keyword: z
          .string()
          .trim()
          .min(1)
          .max(OPT_IN_KEYWORD_MAX)
          .describe('One word, in any case. Not one that opts out, opts in or asks for help.'),
        replyText: text.default(null),
        questionText: text.default(null),
        isDoubleOptIn: z.boolean().default(true),
        isEnabled: z.boolean().default(true),
      }),
    )
    .output(wrapped(OptInKeyword))
    .errors(
      failsWith(
        'OptInKeywordNotFound',
        'PhoneNumberNotFound',
        'KeywordInvalid',
        'KeywordReserved',
        'KeywordTaken',
        'TooManyKeywords',
        'ChangedMeanwhile',
        'InvalidInput',
      ),
    ),

  delete: editing()
    .route({
      method: 'POST',
      path: '/main/OptInKeyword/delete',
      tags,
      summary: 'Deletes an opt-in keyword; its subscribers stay',
    })
    .input(byId)
    .output(wrapped(byId))
    .errors(failsWith('OptInKeywordNotFound')),
}
