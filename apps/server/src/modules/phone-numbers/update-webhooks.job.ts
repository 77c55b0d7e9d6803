import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findCarrierAccount } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'

/**
 * Updates the webhook URL of our numbers at the carrier after a change of our public URL. Runs at every start; safe to
 * run twice.
 */
export const updateWebhooks = defineJob({
  name: 'update-webhooks',
  lane: 'carrier',
  runsAtStart: true,
  payload: z.unknown(),
  run: async (deps: PhoneNumberDeps) => {
    const webhookUrl = deps.inboundWebhookUrl()
    const tenants = await deps.database.directory
      .selectFrom('directory.phoneNumbers')
      .distinct()
      .select('tenantId')
      .execute()
    for (const scope of tenants) {
      const outdated = await deps.inTenant(scope, async (tx) => {
        const rows = await tx
          .selectFrom('phoneNumbers')
          .where('tenantId', '=', tx.tenantId)
          .where('webhookUrl', '!=', webhookUrl)
          .select(['id', 'providerSid', 'messagingAccountId'])
          .execute()
        return Promise.all(
          rows.map(async (row) => ({ ...row, account: await findCarrierAccount(deps, tx, row.messagingAccountId) })),
        )
      })
      for (const { id, providerSid, account } of outdated) {
        if (!account) continue
        await deps.carrier.setNumberWebhook(account, providerSid, webhookUrl)
        await deps.inTenant(scope, (tx) =>
          tx
            .updateTable('phoneNumbers')
            .set({ webhookUrl })
            .where('tenantId', '=', tx.tenantId)
            .where('id', '=', id)
            .execute(),
        )
      }
    }
  },
})
