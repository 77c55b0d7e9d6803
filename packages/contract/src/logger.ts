import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** An error of the web app, without content: quoted values, addresses and numbers are removed before it is sent. */
export const BrowserErrorReport = z.object({
  name: z.string().max(80).describe('Of the error, such as TypeError.'),
  message: z.string().max(300),
  stack: z.string().max(2000).describe('Script positions, one a line.'),
  page: z.string().max(120).describe('The route, such as /conversations/$sid, never its values.'),
  appVersion: z.string().max(20),
})
export type BrowserErrorReport = z.infer<typeof BrowserErrorReport>

export const BrowserError = BrowserErrorReport.extend({
  id: z.string(),
  browser: z.string().describe('Of the latest report.'),
  count: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type BrowserError = z.infer<typeof BrowserError>

export const logger = {
  reportError: endpoint({ permission: 'public' })
    .route({
      method: 'POST',
      path: '/logger/Error/report',
      tags: ['logger'],
      summary: 'Reports an error of the web app; beyond a number per address it is ignored',
    })
    .input(BrowserErrorReport)
    .output(z.object({ success: z.literal(true) })),
}
