import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { accountOf } from '../messaging/index.ts'
import type { PhoneNumberDeps } from './add-phone-number.ts'

/** Our public address changed: tells the carrier where our numbers' texts go now. Safe to run twice; runs at every start. */
export const pointMovedNumbers = defineJob({
  name: 'point-moved-numbers',
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
      const moved = await deps.inTenant(scope, async (tx) => {
        const rows = await tx
          .selectFrom('phoneNumbers')
          .where('tenantId', '=', tx.tenantId)
          .where('webhookUrl', '!=', webhookUrl)
          .select(['id', 'providerSid', 'messagingAccountId'])
          .execute()
        return Promise.all(
          rows.map(async (row) => ({ ...row, account: await accountOf(deps, tx, row.messagingAccountId) })),
        )
      })
      for (const { id, providerSid, account } of moved) {
        if (!account) continue
        await deps.carrier.pointNumber(account, providerSid, webhookUrl)
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
