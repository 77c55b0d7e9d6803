import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'

/** What a new business has set up so far, each read from its data. */
export const FirstDay = z.object({
  isDismissed: z.boolean().describe('Nobody wants to see the checklist any more.'),
  hasBusinessName: z.boolean(),
  phoneNumber: z.string().nullable().describe('The oldest of our numbers, E.164.'),
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
      summary: 'The checklist of a new business, checked against its data',
      ...service,
    })
    .output(wrapped(FirstDay)),

  dismiss: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/main/Onboarding/dismiss',
      summary: 'Hides the checklist of the first day for everyone, or shows it again',
      ...service,
    })
    .input(z.object({ isDismissed: z.boolean().default(true) }))
    .output(wrapped(FirstDay)),
}
