import { SubscriberCriteria } from '@frontdesk/contract/api'
import { can, SUBSCRIBER_STATES, type SubscriberState } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { recordManyUpdated } from '../contact-rows/index.ts'
import { recordMarketingOptOuts } from '../messaging/index.ts'
import { fromSubscribers } from './select-subscribers.ts'

const ACTIONS = ['unsubscribe', 'delete'] as const
type Action = (typeof ACTIONS)[number]

const PERMISSIONS = { unsubscribe: 'campaigns_unsubscribe_contacts', delete: 'campaigns_delete_subscribers' } as const
const AUDIT = { unsubscribe: 'subscribers.unsubscribed', delete: 'subscribers.deleted' } as const

/** Subscribers that one transaction changes: events of all businesses wait for a long one. */
const BATCH = 500

const Payload = z.object({
  tenantId: z.uuid(),
  userId: z.uuid(),
  action: z.enum(ACTIONS),
  reason: z.string(),
  state: z.enum(SUBSCRIBER_STATES),
  criteria: SubscriberCriteria,
  /** Nobody who joins after the start is changed. */
  startedAt: z.string(),
  after: z.string(),
  changed: z.int(),
})
type Run = Omit<z.output<typeof Payload>, 'tenantId' | 'userId' | 'after' | 'changed'>

const NAME = 'change-subscribers'

interface ChangeRequest {
  action: Action
  phoneNumbers?: string[] | undefined
  criteria?: SubscriberCriteria | undefined
  state: SubscriberState
  reason: string
}

/** Changes chosen subscribers, or all that match; a job changes those after the first batch. */
export async function changeSubscribers(
  tx: TenantTx,
  actor: Actor,
  { phoneNumbers, criteria, ...request }: ChangeRequest,
): Promise<{ changed: number; isRunning: boolean }> {
  const run: Run = { ...request, criteria: criteria ?? {}, startedAt: tx.now() }
  if (phoneNumbers) {
    let changed = 0
    for (const state of statesOf(request.action))
      changed += (await changeBatch(tx, actor, { ...run, state }, { phones: phoneNumbers })).changed
    await audit(tx, actor, run, changed)
    return { changed, isRunning: false }
  }
  const { changed, last } = await changeBatch(tx, actor, run, { after: '' })
  if (last === null) await audit(tx, actor, run, changed)
  else {
    const payload: z.output<typeof Payload> = {
      ...run,
      tenantId: tx.tenantId,
      userId: actor.userId,
      after: last,
      changed,
    }
    await enqueue(tx, { identifier: NAME, payload })
  }
  return { changed, isRunning: last !== null }
}

/** Unsubscribed people stay unsubscribed; anyone can be deleted from the list. */
const statesOf = (action: Action): readonly SubscriberState[] =>
  action === 'delete' ? SUBSCRIBER_STATES : ['subscribed', 'pending']

async function changeBatch(
  tx: TenantTx,
  actor: Person,
  { action, reason, state, criteria, startedAt }: Run,
  which: { phones: readonly string[] } | { after: string },
): Promise<{ changed: number; last: string | null }> {
  const chosen = 'phones' in which ? sql`s.phone = any(${[...which.phones]}::text[])` : sql`s.phone > ${which.after}`
  const { rows } = await sql<{ phone: string; locationId: string }>`
    select s.phone, t.location_id as "locationId" ${await fromSubscribers(tx, actor, { state, criteria })}
      and ${chosen} and s.joined_at <= ${startedAt}::timestamptz
    order by s.phone limit ${BATCH}`.execute(tx)
  const phones = rows.map(({ phone }) => phone)
  const at = tx.now()
  if (phones.length === 0) return { changed: 0, last: null }
  if (action === 'unsubscribe')
    await recordMarketingOptOuts(tx, phones, { wording: reason, recordedBy: actor.userId, at })
  else
    await sql`
      update subscribers set state = 'removed', left_at = ${at}::timestamptz
      where tenant_id = ${tx.tenantId} and phone = any(${phones}::text[])`.execute(tx)
  await recordManyUpdated(tx, actor, [...new Set(rows.map(({ locationId }) => locationId))])
  return { changed: phones.length, last: rows.length < BATCH ? null : (phones.at(-1) ?? null) }
}

const audit = async (tx: TenantTx, actor: Person, { action, reason }: Run, changed: number): Promise<void> => {
  if (changed === 0) return
  const data = { subscribers: changed, ...(reason && { reason }) }
  await recordAudit(tx, { action: AUDIT[action], actor, subject: 'Subscribers', data, at: tx.now() })
}

/** Changes the remaining subscribers, a batch per transaction. Safe to run twice: changed ones no longer match. */
export const changeMatchingSubscribers = defineJob({
  name: NAME,
  lane: 'background',
  payload: Payload,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, userId, after, changed: before, ...run }) => {
    let changed = before
    for (let cursor: string | null = after; cursor !== null; ) {
      const from: string = cursor
      cursor = await inTenant({ tenantId }, async (tx) => {
        // Re-check with current rights, which may have been revoked since the start.
        const user = await findPerson(tx, userId)
        if (!user || !can(user, PERMISSIONS[run.action])) return null
        const batch = await changeBatch(tx, user, run, { after: from })
        changed += batch.changed
        if (batch.last === null) await audit(tx, user, run, changed)
        return batch.last
      })
    }
  },
})
