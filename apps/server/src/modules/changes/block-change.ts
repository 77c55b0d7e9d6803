import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { lockContactsByPhone } from '../contact-rows/index.ts'
import { conversationHandled } from '../conversations/events.ts'
import { isVisible, seesAllOfNumbers } from '../visibility/index.ts'
import { blockNumber } from './block-number.ts'
import { type ChangeRun, defineChange, noInput, type PreviousState, previously } from './define-change.ts'

/** Blocks the numbers of each conversation that the teammate may block: those whose conversations they all see. */
export const blockChange = defineChange({
  kind: 'block',
  load: noInput,
  locksContacts: true,
  apply: async (run, ids) => {
    await setBlocked(run, await findNumbers(run, ids), true)
    return []
  },
  undo: async (run, previous) => {
    const conversations = [...previous].map(([id, { blocked = [] }]) => ({ id, phones: blocked }))
    await setBlocked(run, conversations, false)
    await restoreWaiting(run, previous)
  },
})

/**
 * Restores the waiting in all conversations with the unblocked numbers, including those that the change did not name.
 */
async function restoreWaiting(run: ChangeRun, previous: ReadonlyMap<string, PreviousState>): Promise<void> {
  const waiting = new Map(
    [...previous]
      .filter(([id]) => run.changed.has(id))
      .flatMap(([, { waitingSince = {} }]) => Object.entries(waitingSince))
      .map(([id, needsAnswerSince]) => [id, { needsAnswerSince }]),
  )
  await run.step(waiting.keys(), {
    set: {
      needsAnswerSince: sql`least(c.needs_answer_since, ${previously(waiting, 'needsAnswerSince', 'timestamptz')})`,
    },
    event: conversationHandled.of(),
    update: null,
    only: sql`(not c.is_closed and not c.is_blocked)`,
  })
}

interface Numbers {
  id: string
  phones: string[]
}

async function setBlocked(run: ChangeRun, conversations: Numbers[], isBlocked: boolean): Promise<void> {
  const { deps, tx, by } = run
  if (!by) throw new Error('Numbers are blocked by a teammate, not by a rule.')
  await lockContactsByPhone(
    tx,
    conversations.flatMap(({ phones }) => phones),
  )
  for (const { id, phones } of conversations) {
    const blocked: string[] = []
    const waitingSince: Record<string, string> = {}
    for (const phone of phones) {
      if (!(await seesAllOfNumbers(tx, by, [phone]))) continue
      const waiting = await blockNumber(deps, tx, by, { phone, isBlocked })
      if (!waiting) continue
      blocked.push(phone)
      Object.assign(waitingSince, Object.fromEntries(waiting), waitingSince)
    }
    if (blocked.length > 0) run.changed.set(id, { blocked, waitingSince })
  }
}

async function findNumbers(
  { tx, by }: { tx: TenantTx; by: ChangeRun['by'] },
  ids: readonly string[],
): Promise<Numbers[]> {
  return tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
    .where(by ? isVisible(by, 'c') : sql<boolean>`true`)
    .orderBy('c.id')
    .select([
      'c.id',
      sql<string[]>`array(
        select c.contact_phone
        union select v.contact_phone from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.into_id = c.id
      )`.as('phones'),
    ])
    .execute()
}
