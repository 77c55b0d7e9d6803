import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** An error of the web app. The browser removes quoted values, addresses and numbers before sending it. */
export const BrowserErrorReport = z.object({
  name: z.string().max(80).describe('Name of the error, such as TypeError.'),
  message: z.string().max(300),
  stack: z.string().max(2000).describe('Script positions, one per line.'),
  page: z.string().max(120).describe('Route pattern without values, such as /conversations/$sid.'),
  appVersion: z.string().max(20),
})
export type BrowserErrorReport = z.infer<typeof BrowserErrorReport>

export const BrowserError = BrowserErrorReport.extend({
  id: z.string(),
  browser: z.string().describe('Browser of the latest report.'),
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
      summary: 'Reports an error in the web app; ignored above a limit per IP address',
    })
    .input(BrowserErrorReport)
    .output(z.object({ success: z.literal(true) })),
}
