import { z } from 'zod'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { type CarrierAccount, CarrierError, findCarrierAccount } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'
import { storeBrandLimits } from './brand-limits.ts'

const READ_BRAND_LIMITS = 'read-brand-limits'

export const readBrandLimitsSpec = (tenantId: string): JobSpec => ({
  identifier: READ_BRAND_LIMITS,
  payload: { tenantId },
  jobKey: `read-brand-limits:${tenantId}`,
})

/** Reads the brands that the numbers of a business are registered for, and their daily limits. */
export const readBrandLimits = defineJob({
  name: READ_BRAND_LIMITS,
  lane: 'carrier',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (deps: PhoneNumberDeps, scope) => {
    const accounts = await deps.inTenant(scope, async (tx) => {
      const rows = await tx
        .selectFrom('phoneNumbers')
        .where('tenantId', '=', tx.tenantId)
        .select('messagingAccountId')
        .distinct()
        .execute()
      const carrierAccounts: CarrierAccount[] = []
      for (const { messagingAccountId } of rows) {
        const account = await findCarrierAccount(deps, tx, messagingAccountId)
        if (account) carrierAccounts.push(account)
      }
      return carrierAccounts
    })
    for (const account of accounts) {
      // Limits that were read before stay in use.
      const registrations = await deps.carrier.listRegistrations(account).catch((error: unknown) => {
        if (error instanceof CarrierError) return null
        throw error
      })
      if (registrations) await deps.inTenant(scope, (tx) => storeBrandLimits(tx, registrations))
    }
  },
})
