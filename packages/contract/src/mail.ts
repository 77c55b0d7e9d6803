import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'

export const MailStatus = z.object({
  waiting: z.int().describe('Mails the mail server has not taken yet; they are tried again by themselves.'),
  waitingSince: z.iso.datetime().nullable(),
  lastError: z.string().nullable().describe('The mail server’s own words.'),
  refused: z
    .array(z.object({ to: z.string(), subject: z.string(), error: z.string().nullable(), createdAt: z.iso.datetime() }))
    .describe('Mails of the last seven days that were given up, the latest ten.'),
})
export type MailStatus = z.infer<typeof MailStatus>

export const mail = {
  getStatus: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/main/Mail/status',
      summary: 'Whether mails wait or were refused',
      tags: ['main'],
    })
    .output(wrapped(MailStatus)),
}
