import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'

/** Three numbers, separated by dots. */
export const Version = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,5}$/)

export const LiveVersion = z.object({
  liveVersion: Version.nullable(),
  isForced: z.boolean().describe('Forces clients on an older version to reload.'),
  supportEmail: z.string().nullable(),
})
export type LiveVersion = z.infer<typeof LiveVersion>

export const Maintenance = z.object({
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  message: z.string(),
})
export type Maintenance = z.infer<typeof Maintenance>

export const PromoBanner = z.object({
  text: z.string(),
  linkLabel: z.string().nullable(),
  linkUrl: z.string().nullable(),
  changedAt: z.iso.datetime(),
})
export type PromoBanner = z.infer<typeof PromoBanner>

const service = { tags: ['main'] }

export const notices = {
  getVersion: endpoint({ permission: 'public' })
    .route({
      method: 'GET',
      path: '/main/Version/get',
      summary: 'Returns the newest version and the support contact',
      ...service,
    })
    .output(wrapped(LiveVersion)),

  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/main/Notice/get',
      summary: 'Returns scheduled maintenance and the promo banner for the caller’s business',
      ...service,
    })
    .output(wrapped(z.object({ maintenance: Maintenance.nullable(), promoBanner: PromoBanner.nullable() }))),
}
