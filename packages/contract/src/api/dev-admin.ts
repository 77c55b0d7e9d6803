import { z } from 'zod'
import { ROLES } from '../rules/permissions.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { InstantInput } from './instants.ts'
import { BrowserError } from './logger.ts'
import { Maintenance, PromoBanner, Version } from './notices.ts'
import { Subscription, SubscriptionChange } from './subscription.ts'
import { words } from './words.ts'

export const AppVersion = z.object({
  version: Version,
  isLive: z.boolean(),
  isForced: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type AppVersion = z.infer<typeof AppVersion>

export const PlannedMaintenance = Maintenance.extend({
  isShown: z.boolean(),
  tenantIDs: z.array(z.uuid()).nullable().describe('null: every business.'),
})
export type PlannedMaintenance = z.infer<typeof PlannedMaintenance>

export const TenantSummary = z.object({
  tenantId: z.uuid(),
  name: z.string(),
  ownerEmail: z.string().nullable(),
  teammates: z.int(),
  phoneNumbers: z.int(),
  subscription: Subscription,
})
export type TenantSummary = z.infer<typeof TenantSummary>

export const DemoBusiness = z.object({
  tenantId: z.uuid(),
  name: z.string(),
  createdOnUtc: z.iso.datetime(),
  logins: z.array(z.object({ email: z.string(), displayName: z.string(), roleName: z.enum(ROLES) })),
})
export type DemoBusiness = z.infer<typeof DemoBusiness>

export const DemoState = z.object({
  canReset: z.boolean().describe('Whether a sandbox is available; without one the demo has no contacts to text with.'),
  password: z.string().describe('Password of every demo login.'),
  business: DemoBusiness.nullable(),
})
export type DemoState = z.infer<typeof DemoState>

/** A URL for links in the web app. */
const LinkUrl = z.url({ protocol: /^https?$/ }).max(500)

const service = { tags: ['dev-admin'] }
/** Users who are not dev admins get NotFound. */
const hidden = failsWith('NotFound')

export const devAdmin = {
  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/dev-admin/Notice/get',
      summary: 'Returns versions, maintenance, and the promo banner',
      ...service,
    })
    .output(
      wrapped(
        z.object({
          versions: z.array(AppVersion),
          maintenances: z.array(PlannedMaintenance),
          promoBanner: PromoBanner.extend({ isShown: z.boolean() }).nullable(),
          tzdataVersion: z.string().describe('The version of the time zone data (tzdata) that the server uses.'),
        }),
      ),
    )
    .errors(hidden),

  getBrowserErrors: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/dev-admin/BrowserError/get-list',
      summary: 'Errors of the web app across all businesses, latest first',
      ...service,
    })
    .output(wrapped(z.object({ errors: z.array(BrowserError) })))
    .errors(hidden),

  clearBrowserErrors: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/dev-admin/BrowserError/clear',
      summary: 'Deletes the reported errors',
      ...service,
    })
    .output(wrapped(z.null()))
    .errors(hidden),

  saveVersion: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/dev-admin/Version/save', summary: 'Adds or updates a version', ...service })
    .input(z.object({ version: Version, isLive: z.boolean(), isForced: z.boolean() }))
    .output(wrapped(AppVersion))
    .errors(hidden),

  deleteVersion: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/dev-admin/Version/delete', summary: 'Removes a version', ...service })
    .input(z.object({ version: Version }))
    .output(wrapped(z.null()))
    .errors(hidden),

  saveMaintenance: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/dev-admin/Maintenance/save',
      summary: 'Schedules or updates maintenance',
      ...service,
    })
    .input(
      z.object({
        maintenanceID: z.uuid().optional(),
        startsAt: InstantInput,
        endsAt: InstantInput,
        message: words().max(500),
        isShown: z.boolean(),
        tenantIDs: z.array(z.uuid()).max(1000).nullable(),
      }),
    )
    .output(wrapped(PlannedMaintenance))
    .errors(failsWith('NotFound', 'InvalidInput')),

  deleteMaintenance: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/dev-admin/Maintenance/delete', summary: 'Cancels maintenance', ...service })
    .input(z.object({ maintenanceID: z.uuid() }))
    .output(wrapped(z.null()))
    .errors(hidden),

  savePromoBanner: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'POST', path: '/dev-admin/PromoBanner/save', summary: 'Saves the promo banner', ...service })
    .input(
      z.object({
        text: words().min(1).max(200),
        linkLabel: words().min(1).max(40).nullable(),
        linkUrl: LinkUrl.nullable(),
        isShown: z.boolean(),
      }),
    )
    .output(wrapped(PromoBanner))
    .errors(hidden),

  getTenants: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/dev-admin/Tenant/get-list',
      summary: 'Lists businesses, newest first, or those of one account',
      ...service,
    })
    .input(z.object({ login: z.string().trim().max(254).default(''), before: z.uuid().optional() }))
    .output(wrapped(z.object({ tenants: z.array(TenantSummary), hasMore: z.boolean() })))
    .errors(hidden),

  getDemo: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/dev-admin/Demo/get',
      summary: 'Returns the demo business and its logins',
      ...service,
    })
    .output(wrapped(DemoState))
    .errors(hidden),

  resetDemo: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/dev-admin/Demo/reset',
      ...service,
      summary: 'Creates or resets the demo business; a reset deletes everything in it',
    })
    .output(wrapped(DemoState))
    .errors(failsWith('NotFound', 'DemoUnavailable')),

  setSubscription: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/dev-admin/Tenant/set-subscription',
      summary: 'Changes the subscription of a business, or makes it a demo account',
      ...service,
    })
    .input(SubscriptionChange.extend({ tenantID: z.uuid() }))
    .output(wrapped(Subscription))
    .errors(hidden),
}
