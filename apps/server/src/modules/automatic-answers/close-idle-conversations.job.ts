import type { AutoClose } from '@frontdesk/contract'
import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import { type ConversationDeps, closeIdle } from '../conversations/index.ts'

/** Hourly: one job for each tenant that wants it. */
export const CLOSE_IDLE_CONVERSATIONS = 'close-idle-conversations'
const CLOSE_OF_TENANT = 'close-idle-conversations-of-tenant'

const DURATIONS: Record<Exclude<AutoClose, 'never'>, Temporal.DurationLike> = {
  '1-day': { days: 1 },
  '3-days': { days: 3 },
  '7-days': { days: 7 },
  '14-days': { days: 14 },
  '1-month': { months: 1 },
}

/** Small enough that nobody waits for a locked conversation. */
const BATCH = 200

export const findTenantsToClose = (deps: ConversationDeps) =>
  defineJob({
    name: CLOSE_IDLE_CONVERSATIONS,
    payload: z.unknown(),
    run: async () => {
      const tenants = await deps.database.directory.selectFrom('directory.autoClose').select('tenantId').execute()
      for (const { tenantId } of tenants) {
        await deps.inTenant({ tenantId }, (tx) =>
          enqueue(tx, { identifier: CLOSE_OF_TENANT, payload: { tenantId }, jobKey: `close-idle:${tenantId}` }),
        )
      }
    },
  })

/** Batch by batch, each its own transaction: what a run that was cut off left is taken by the next. */
export const closeIdleConversations = (deps: ConversationDeps) =>
  defineJob({
    name: CLOSE_OF_TENANT,
    payload: z.object({ tenantId: z.uuid() }),
    run: async (scope) => {
      for (;;) {
        const closed = await deps.inTenant(scope, async (tx) => {
          const { autoClose } = await readConversationConfigs(tx)
          if (autoClose === 'never') return 0
          const before = Temporal.Instant.from(deps.now())
            .toZonedDateTimeISO('UTC')
            .subtract(DURATIONS[autoClose])
            .toInstant()
            .toString()
          return closeIdle(deps, tx, { before, limit: BATCH })
        })
        if (closed < BATCH) return
      }
    },
  })
