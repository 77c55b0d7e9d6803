import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import type { Subscription } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { currentAccount } from '../messaging/index.ts'
import type { ConversationDeps } from './deps.ts'
import { lockThreads, tellThreads } from './threads.ts'

const Payload = z.object({ tenantId: z.uuid(), contactId: z.uuid() })

const NAME = 'look-up-line-type'
/** Numbers change hands and kinds; an older answer is asked for again. */
const FRESH_MS = 90 * 24 * 60 * 60_000

/** A number that texted us can text; only one we start with has to be asked about. */
export const lineTypeSubscription: Subscription = {
  on: 'conversation.started',
  jobs: ({ tenantId, data }) =>
    data.source === 'user'
      ? [
          {
            identifier: NAME,
            payload: { tenantId, contactId: data.contactId },
            jobKey: `line-type:${data.contactId}`,
            maxAttempts: 6,
          },
        ]
      : [],
}

/** Learns whether a contact's number is a landline, before somebody waits for an answer from one. */
export const lookUpLineType = (deps: ConversationDeps) =>
  defineJob({
    name: NAME,
    payload: Payload,
    run: async (payload) => {
      const found = await deps.inTenant(payload, async (tx) => {
        const contact = await tx
          .selectFrom('contacts')
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', payload.contactId)
          .select(['phone', 'lineTypeCheckedAt'])
          .executeTakeFirst()
        const place = await currentAccount(deps, tx)
        return contact && place ? { ...contact, account: place.account } : null
      })
      if (!found) return
      if (
        found.lineTypeCheckedAt &&
        Temporal.Instant.compare(found.lineTypeCheckedAt, shift(deps.now(), -FRESH_MS)) > 0
      )
        return
      const lineType = await deps.carrier.lookUpLineType(found.account, found.phone)
      const at = deps.now()
      await deps.inTenant(payload, async (tx) => {
        const threads = await lockThreads(tx, found.phone)
        await tx
          .updateTable('contacts')
          .set({ lineType, lineTypeCheckedAt: at })
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', payload.contactId)
          .execute()
        await tellThreads(deps, tx, threads, { type: 'contact.changed', at })
      })
    },
  })
