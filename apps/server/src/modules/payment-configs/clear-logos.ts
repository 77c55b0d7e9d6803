import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { deleteContents, unusedSince } from '../files/index.ts'
import { logoId } from './logos.ts'
import { readPaymentConfigs } from './settings.ts'

/** Deletes logos that were uploaded but never saved in the settings. */
export const clearUnusedLogos = defineCleanup(async (tx, now, limit) => {
  const { logoURL } = await readPaymentConfigs(tx)
  const deleted = await tx
    .deleteFrom('documentLogos')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('documentLogos')
        .where('tenantId', '=', tx.tenantId)
        .where('createdAt', '<', unusedSince(now))
        .$if(logoURL !== null, (query) => query.where('id', '!=', logoId(logoURL ?? '')))
        .limit(limit)
        .select('id'),
    )
    .returning('storageKey')
    .execute()
  await deleteContents(tx, deleted)
  return deleted.length
})
