import type { ConversationConfigs } from '@frontdesk/contract/api'
import { openMinutes } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueForTenants } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import {
  findUnanswered,
  isQueued,
  listQueue,
  listUnanswered,
  lockConversation,
  type Unanswered,
} from './assignment-queue.ts'
import { type AutoAssignRules, autoAssign, autoReassign } from './auto-assign.ts'
import { hoursAt, isAutoAssignActive, readAutoAssignRules } from './auto-assign-rules.ts'

/** Every minute: one job for each tenant that wants it. */
const AUTO_ASSIGN = 'auto-assign'
const AUTO_ASSIGN_TENANT = 'auto-assign-tenant'

export const findAutoAssignTenants = defineJob({
  name: AUTO_ASSIGN,
  schedule: '* * * * *',
  lane: 'default',
  payload: z.unknown(),
  run: async (deps: Needs<'database'>) => {
    const { directory } = deps.database
    const tenants = await directory.selectFrom('directory.autoAssignTenants').select('tenantId').execute()
    await enqueueForTenants(
      directory,
      tenants.map(({ tenantId }) => ({
        identifier: AUTO_ASSIGN_TENANT,
        payload: { tenantId },
        jobKey: `auto-assign:${tenantId}`,
      })),
    )
  },
})

interface Scope {
  tenantId: string
}

/**
 * Hands on what nobody answered in time, then empties the queue in its order, for whoever came back or has room again. Each
 * conversation is its own transaction: safe to run twice, and beside itself.
 */
export const autoAssignTenant = defineJob({
  name: AUTO_ASSIGN_TENANT,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: async (deps: ConversationDeps & Needs<'listActiveUsers'>, scope) => {
    const configs = await deps.inTenant(scope, readConversationConfigs)
    const rules = await readAutoAssignRules(deps, scope.tenantId, configs)
    if (configs.reassignAfterMinutes !== null)
      await reassignUnanswered(deps, scope, rules, configs.reassignAfterMinutes)
    if (configs.isAutoAssign) await drainQueue(deps, scope, rules, configs)
  },
})

async function reassignUnanswered(
  deps: ConversationDeps,
  scope: Scope,
  rules: AutoAssignRules,
  minutes: number,
): Promise<void> {
  const before = shift(deps.now(), -minutes * 60_000)
  // Where nobody takes one of somebody's, nobody takes the next.
  const stuck = new Set<string>()
  const hours = new Map<string, Awaited<ReturnType<typeof hoursAt>>>()
  const isLate = ({ locationId, since }: Unanswered) => {
    const open = hours.get(locationId)
    return hours.has(locationId) && (!open || openMinutes(open, since, deps.now()) >= minutes)
  }
  for (let after: Unanswered | undefined, isMore = true; isMore; ) {
    const candidates = await deps.inTenant(scope, async (tx) => {
      const found = await listUnanswered(tx, before, after)
      for (const { locationId } of found)
        if (!hours.has(locationId)) hours.set(locationId, await hoursAt(tx, locationId))
      return found
    })
    // Most wait for nothing but the morning: they are not locked to find that out.
    for (const { id, locationId, assigneeId } of candidates.filter(isLate)) {
      const place = `${locationId} ${assigneeId}`
      if (stuck.has(place)) continue
      const isStuck = await deps.inTenant(scope, async (tx) => {
        const conversation = await lockConversation(tx, id)
        // Answered, closed or handed on meanwhile?
        const still = await findUnanswered(tx, before, id)
        if (!conversation || !still || !isLate(still)) return false
        return (await autoReassign(deps, tx, conversation, rules)) === undefined
      })
      if (isStuck) stuck.add(place)
    }
    after = candidates.at(-1)
    isMore = after !== undefined
  }
}

async function drainQueue(
  deps: ConversationDeps,
  scope: Scope,
  rules: AutoAssignRules,
  configs: ConversationConfigs,
): Promise<void> {
  // Where nobody takes the first, nobody takes the next; the others are looked at without them.
  const idle = new Set<string>()
  for (;;) {
    const queue = await deps.inTenant(scope, (tx) => listQueue(tx, [...idle]))
    if (queue.length === 0) return
    for (const { id, locationId } of queue) {
      if (idle.has(locationId)) continue
      const isTaken = await deps.inTenant(scope, async (tx) => {
        const conversation = await lockConversation(tx, id)
        // Answered, closed, snoozed or taken meanwhile?
        if (!conversation || !(await isQueued(tx, id))) return true
        if (!(await isAutoAssignActive(deps, tx, locationId, configs))) return false
        return (await autoAssign(deps, tx, conversation, rules)).assigneeId !== null
      })
      if (!isTaken) idle.add(locationId)
    }
  }
}
