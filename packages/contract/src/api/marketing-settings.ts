import { z } from 'zod'
import { OPT_IN_TEXT_MAX } from '../rules/opt-in-keywords.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

const text = words().min(1, 'Write a text.').max(OPT_IN_TEXT_MAX)

const settings = {
  questionText: text.describe('Asks for a confirmation after a keyword. May contain template variables.'),
  subscribedText: text.describe('Sent to people who subscribed by text.'),
}

/** Opt-in texts. */
export const MarketingSettings = z.object({ ...settings, version: z.int() })
export type MarketingSettings = z.infer<typeof MarketingSettings>

const tags = ['main']

export const marketingSettings = {
  get: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({ method: 'POST', path: '/main/MarketingSettings/get', tags, summary: 'Returns the opt-in texts' })
    .output(wrapped(MarketingSettings)),

  save: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/MarketingSettings/save',
      tags,
      summary: 'Updates the opt-in texts; omitted fields are unchanged',
    })
    .input(
      z.object({
        questionText: settings.questionText.optional(),
        subscribedText: settings.subscribedText.optional(),
        version: z.int32().min(0).optional().describe('The version that was edited.'),
      }),
    )
    .output(wrapped(MarketingSettings))
    .errors(failsWith('ChangedMeanwhile', 'InvalidInput')),
}
