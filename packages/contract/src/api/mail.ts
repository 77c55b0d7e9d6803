import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'

export const MailStatus = z.object({
  waiting: z.int().describe('Emails the mail server has not accepted yet; they are retried automatically.'),
  waitingSince: z.iso.datetime().nullable(),
  lastError: z.string().nullable().describe('Error of the mail server.'),
  refused: z
    .array(z.object({ to: z.string(), subject: z.string(), error: z.string().nullable(), createdAt: z.iso.datetime() }))
    .describe('Emails of the last seven days that could not be sent, the latest ten.'),
})
export type MailStatus = z.infer<typeof MailStatus>

export const mail = {
  getStatus: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/Mail/status',
      summary: 'Returns emails that are waiting or were refused',
      tags: ['main'],
    })
    .output(wrapped(MailStatus)),
}
