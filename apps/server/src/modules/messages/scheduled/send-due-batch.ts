import type { GateBasis } from '@frontdesk/contract/api'
import { SCHEDULE_LATE_MS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { mainContactId } from '../../contact-rows/index.ts'
import { type ConversationRow, findConversationsByIds } from '../../conversations/index.ts'
import { contactPhonesOf, pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps } from '../deps.ts'
import { type EvaluatedSend, evaluateSendGates } from '../outbound/evaluate-send-gate.ts'
import { publishAllScheduled } from './publish-scheduled.ts'
import { findScheduled, type ScheduledRow } from './scheduled-queries.ts'
import { changeStates, type Locked, type StateChange, writeAllScheduled } from './send-scheduled.ts'

/** A scheduled message that is due, before its conversation is locked. */
export interface Due {
  id: string
  conversationId: string
  paymentId: string | null
  /** The main contact: the same person may have several numbers. */
  personId: string
}

/** The due messages of teammates, or the automatic ones, oldest first. */
export const findDue = (
  tx: TenantTx,
  { isAutomatic, limit, except }: { isAutomatic: boolean; limit: number; except: readonly string[] },
): Promise<Due[]> =>
  tx
    .selectFrom('scheduledMessages as s')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 's.conversationId'),
    )
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).onRef('t.id', '=', 'c.contactId'))
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.state', 'in', ['waiting', 'held'])
    .where('s.kind', isAutomatic ? '=' : '<>', 'automatic')
    .where('s.dueAt', '<=', tx.now())
    .where(sql<boolean>`s.id <> all(${[...except]}::uuid[])`)
    .orderBy('s.dueAt')
    .orderBy('s.id')
    .limit(limit)
    .select(['s.id', 's.conversationId', 's.paymentId', mainContactId('t').as('personId')])
    .execute()

/**
 * Sends messages that are due: under the locks of their conversations each becomes a message, is held, or stops with a
 * reason. Skips conversations that another transaction has locked, unless all are.
 */
export async function sendDueBatch(deps: CarryDeps, tx: TenantTx, due: readonly Due[]): Promise<void> {
  // Documents are locked before conversations.
  const paymentIds = due.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]))
  for (const paymentId of [...new Set(paymentIds)].sort()) await deps.sentPayments.lockDue(tx, paymentId)
  const locked = await lockDue(tx, due)
  const now = tx.now()
  const late = locked.flatMap((each) => dropIfLate(each.row, now) ?? [])
  const lateIds = new Set(late.map(({ id }) => id))
  const candidates = locked.filter(({ row }) => !lateIds.has(row.id))
  const evaluated = await evaluateSendGates(deps, tx, candidates.map(toGateRequest))
  const held: StateChange[] = []
  const allowed: (Locked & { gate?: GateBasis; isBatched: boolean })[] = []
  for (const [index, message] of candidates.entries()) {
    const outcome = decide(message, evaluated[index])
    if ('gate' in outcome) allowed.push({ ...message, ...outcome })
    else held.push(outcome.change)
  }
  const changes = [...late, ...held, ...(await writeAllScheduled(deps, tx, allowed))]
  if (changes.length === 0) return
  await changeStates(tx, changes)
  await publishAllScheduled(deps, tx, { ids: changes.map(({ id }) => id) })
}

/**
 * Locks the conversations, and reads the messages again. One message of a contact at a time: the daily limit must count
 * it before it decides about the next, which is left to a later batch, as is one whose conversation was merged
 * meanwhile.
 */
async function lockDue(tx: TenantTx, due: readonly Due[]): Promise<Locked[]> {
  const conversationIds = [...new Set(due.map(({ conversationId }) => conversationId))]
  const available = await findConversationsByIds(tx, null, conversationIds, 'available')
  const conversations =
    available.length > 0 ? available : await findConversationsByIds(tx, null, conversationIds.slice(0, 1), 'change')
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const rows = await findScheduled(
    tx,
    due.flatMap(({ id, conversationId }) => (byId.has(conversationId) ? [id] : [])),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const reached = new Set<string>()
  return due.flatMap(({ id, personId }) => {
    const row = rowOf.get(id)
    const conversation = row && byId.get(row.conversationId)
    if (!conversation || (row.state !== 'waiting' && row.state !== 'held') || isAfter(row.dueAt, tx.now())) return []
    const contacts = contactsOf(conversation, personId)
    if (contacts.some((contact) => reached.has(contact))) return []
    for (const contact of contacts) reached.add(contact)
    return [{ row, conversation }]
  })
}

/** Contacts and numbers that a text in a conversation reaches. */
const contactsOf = (conversation: ConversationRow, personId: string): string[] => [
  personId,
  ...(conversation.merged ?? []).map(({ contactId }) => contactId),
  ...contactPhonesOf(conversation),
]

const isUseless = ({ expiresAt }: ScheduledRow, at: string): boolean => expiresAt !== null && isAfter(at, expiresAt)

/** Stops a late message of a teammate until they decide, and cancels one that has expired. */
function dropIfLate(row: ScheduledRow, now: string): StateChange | undefined {
  if (row.kind === 'scheduled' && isAfter(now, shift(row.dueAt, SCHEDULE_LATE_MS)))
    return { id: row.id, state: 'stopped', reasons: ['too-late'] }
  return isUseless(row, now) ? { id: row.id, state: 'cancelled', reasons: ['too-late'] } : undefined
}

const toGateRequest = ({ row, conversation }: Locked) => {
  const { contactPhone, tenantPhone } = pairBy(conversation, row.viaId)
  return {
    contactPhone,
    tenantPhone,
    purpose: row.kind === 'undo' ? ('conversation' as const) : ('automatic' as const),
    isAutomated: row.authorUserId === null,
  }
}

/** Decides by the send gate. */
function decide(
  { row }: Locked,
  evaluated: EvaluatedSend | undefined,
): { gate: GateBasis | undefined; isBatched: boolean } | { change: StateChange } {
  if (!evaluated) throw new Error('The send gate made no decision.')
  const { decision } = evaluated
  const { id } = row
  if (decision.verdict === 'refuse') return { change: { id, state: 'stopped', reasons: decision.reasons } }
  if (decision.verdict === 'send')
    return {
      gate: row.kind === 'scheduled' ? decision.basis : undefined,
      isBatched: row.kind === 'automatic',
    }
  const { reasons, until } = decision
  return {
    change: isUseless(row, until) ? { id, state: 'cancelled', reasons } : { id, state: 'held', reasons, dueAt: until },
  }
}
