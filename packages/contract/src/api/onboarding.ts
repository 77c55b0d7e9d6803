import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'

/** First-day checklist of a new business, derived from its data. */
export const FirstDay = z.object({
  isDismissed: z.boolean().describe('Whether someone has hidden the checklist for everyone.'),
  hasBusinessName: z.boolean(),
  phoneNumber: z.string().nullable().describe('The oldest number of the business, E.164.'),
  hasBusinessHours: z.boolean(),
  hasInvitedTeammate: z.boolean(),
  hasReceivedText: z.boolean(),
})
export type FirstDay = z.infer<typeof FirstDay>

const service = { tags: ['main'] }

export const onboarding = {
  getFirstDay: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/Onboarding/get-first-day',
      summary: 'Returns the first-day checklist of a new business',
      ...service,
    })
    .output(wrapped(FirstDay)),

  dismiss: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/Onboarding/dismiss',
      summary: 'Hides the first-day checklist for everyone, or shows it again',
      ...service,
    })
    .input(z.object({ isDismissed: z.boolean().default(true) }))
    .output(wrapped(FirstDay)),
}
