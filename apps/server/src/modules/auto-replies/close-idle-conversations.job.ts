import { type AutoClose, isOpen, toSid } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { closeIdle } from '../changes/index.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { hasEverWritten, renderFor, type SendDeps, sendAutomaticMessage } from '../messages/index.ts'
import { deriveId } from './derived-id.ts'

/** Hourly: one job for each tenant with auto-close. */
const CLOSE_IDLE_CONVERSATIONS = 'close-idle-conversations'
const CLOSE_OF_TENANT = 'close-idle-conversations-of-tenant'

const DURATIONS: Record<Exclude<AutoClose, 'never'>, Temporal.DurationLike> = {
  '1-day': { days: 1 },
  '3-days': { days: 3 },
  '7-days': { days: 7 },
  '14-days': { days: 14 },
  '1-month': { months: 1 },
}

/** Small enough that requests do not wait noticeably for a locked conversation. */
const BATCH = 200
/** Smaller when each conversation also gets a message, which takes longer. */
const PARTING_BATCH = 30

export const findTenantsToClose = defineJob({
  name: CLOSE_IDLE_CONVERSATIONS,
  schedule: '23 * * * *',
  lane: 'default',
  payload: z.unknown(),
  run: async (deps: Needs<'database'>) => {
    const { directory } = deps.database
    const tenants = await directory.selectFrom('directory.autoClose').select('tenantId').execute()
    await enqueueForTenants(
      directory,
      tenants.map(({ tenantId }) => ({
        identifier: CLOSE_OF_TENANT,
        payload: { tenantId },
        jobKey: `close-idle:${tenantId}`,
      })),
    )
  },
})

/** One transaction per batch: the next run continues after an interrupted one. */
export const closeIdleConversations = defineJob({
  name: CLOSE_OF_TENANT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (deps: SendDeps, scope) => {
    for (;;) {
      const { closed, limit } = await deps.inTenant(scope, async (tx) => {
        const { autoClose, autoCloseMessage } = await readConversationConfigs(tx)
        if (autoClose === 'never') return { closed: 0, limit: BATCH }
        const before = Temporal.Instant.from(deps.now())
          .toZonedDateTimeISO('UTC')
          .subtract(DURATIONS[autoClose])
          .toInstant()
          .toString()
        const quiet = { before, limit: BATCH, locationIds: null }
        if (!autoCloseMessage.isEnabled) return { closed: await closeIdle(deps, tx, quiet), limit: BATCH }
        return {
          limit: PARTING_BATCH,
          closed: await closeIdle(deps, tx, {
            before,
            limit: PARTING_BATCH,
            locationIds: await listDaytimeLocations(deps, tx),
            part: (conversation) => sendClosingText(deps, tx, conversation, autoCloseMessage.message),
          }),
        }
      })
      if (closed < limit) return
    }
  },
})

/**
 * Sends the closing text, once per closing however often the job runs, because its id derives from the latest message.
 * Contacts who never wrote get none.
 */
async function sendClosingText(
  deps: SendDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  template: string,
): Promise<void> {
  if (!(await hasEverWritten(tx, conversation))) return
  await sendAutomaticMessage(deps, tx, {
    conversation,
    id: deriveId(
      `parting ${toSid('CH', conversation.id)} ${conversation.latestMessageAt === null ? 0 : conversation.latestIndex}`,
    ),
    body: await renderFor(tx, conversation, template),
    cause: 'idle',
  })
}

/**
 * Lists locations in daytime (open or, without hours, between 9 a.m. and 8 p.m.): a closing text must not wake anyone.
 */
async function listDaytimeLocations(deps: Needs<'now'>, tx: TenantTx): Promise<string[]> {
  const locations = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .select(['id', 'timeZone'])
    .limit(1000)
    .execute()
  const daytime: string[] = []
  for (const location of locations) {
    const hours = await findBusinessHours(tx, location)
    const { hour } = Temporal.Instant.from(deps.now()).toZonedDateTimeISO(location.timeZone)
    if (hours ? isOpen(hours, deps.now()) : hour >= 9 && hour < 20) daytime.push(location.id)
  }
  return daytime
}
