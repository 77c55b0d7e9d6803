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

/** Every minute: one job per tenant with auto-assignment. */
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
 * Reassigns conversations without a reply in time, then assigns the unassigned queue in order, as teammates may be back
 * or below their capacity again. One transaction per conversation: safe to run twice, and concurrently.
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
  // If there is no other assignee for one conversation of a teammate at a location, there is none for the next.
  const stuck = new Set<string>()
  const hours = new Map<string, Awaited<ReturnType<typeof hoursAt>>>()
  const isLate = ({ locationId, since }: Unanswered) => {
    const open = hours.get(locationId)
    return hours.has(locationId) && (!open || openMinutes(open, since, deps.now()) >= minutes)
  }
  for (let after: Unanswered | undefined, isMore = true; isMore; ) {
    const candidates = await deps.inTenant(scope, async (tx) => {
      const batch = await listUnanswered(tx, before, after)
      for (const { locationId } of batch)
        if (!hours.has(locationId)) hours.set(locationId, await hoursAt(tx, locationId))
      return batch
    })
    // Checked before locking, as most only wait for opening hours.
    for (const { id, locationId, assigneeId } of candidates.filter(isLate)) {
      const key = `${locationId} ${assigneeId}`
      if (stuck.has(key)) continue
      const isStuck = await deps.inTenant(scope, async (tx) => {
        const conversation = await lockConversation(tx, id)
        // Re-check under the lock that it is still without a reply, open, and not reassigned.
        const still = await findUnanswered(tx, before, id)
        if (!conversation || !still || !isLate(still)) return false
        return (await autoReassign(deps, tx, conversation, rules)) === undefined
      })
      if (isStuck) stuck.add(key)
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
  // Locations without an available assignee, which the next batch leaves out.
  const idle = new Set<string>()
  for (;;) {
    const queue = await deps.inTenant(scope, (tx) => listQueue(tx, [...idle]))
    if (queue.length === 0) return
    for (const { id, locationId } of queue) {
      if (idle.has(locationId)) continue
      const isAssigned = await deps.inTenant(scope, async (tx) => {
        const conversation = await lockConversation(tx, id)
        // Re-check under the lock that it is still in the queue.
        if (!conversation || !(await isQueued(tx, id))) return true
        if (!(await isAutoAssignActive(deps, tx, locationId, configs))) return false
        return (await autoAssign(deps, tx, conversation, rules)).assigneeId !== null
      })
      if (!isAssigned) idle.add(locationId)
    }
  }
}
