import type { GateBasis, StoredMessageOrigin } from '@frontdesk/contract/api'
import { HOLD_REASONS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { findReserved } from '../../files/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps } from '../deps.ts'
import { type NewMessage, writeMessages } from '../outbound/write-message.ts'
import { publishAllScheduled } from './publish-scheduled.ts'
import type { ScheduledRow } from './scheduled-queries.ts'

/** Outcome of a scheduled message; without `dueAt` its time stays. */
export type StateChange = Pick<ScheduledRow, 'id' | 'state' | 'reasons'> & { dueAt?: string }

export async function changeStates(tx: TenantTx, changes: readonly StateChange[]): Promise<void> {
  const values = changes.map(({ dueAt = null, ...change }) => ({ ...change, due_at: dueAt }))
  await sql`
    update scheduled_messages s set state = w.state, reasons = w.reasons, due_at = coalesce(w.due_at, s.due_at),
      version = s.version + 1, updated_at = ${tx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (id uuid, state text, reasons text[], due_at timestamptz)
    where s.tenant_id = ${tx.tenantId} and s.id = any(${changes.map(({ id }) => id)}::uuid[]) and s.id = w.id`.execute(
    tx,
  )
}

/** A scheduled message with its conversation, which is locked. */
export interface Locked {
  row: ScheduledRow
  conversation: ConversationRow
}

export async function sendScheduled(
  deps: CarryDeps,
  tx: TenantTx,
  { actorUserId, ...message }: Locked & { actorUserId: string },
): Promise<ScheduledRow> {
  const changes = await writeAllScheduled(deps, tx, [message])
  await changeStates(tx, changes)
  const [row] = await publishAllScheduled(deps, tx, { ids: changes.map(({ id }) => id), actorUserId })
  if (!row) throw new Error('Scheduled message not found in the transaction that wrote it.')
  return row
}

/**
 * Turns scheduled messages, each of a conversation of its own, into outgoing messages of their authors. Returns the
 * changes of their states, which the caller stores: a message whose document is not to be sent any more is stopped
 * instead.
 */
export async function writeAllScheduled(
  deps: CarryDeps,
  tx: TenantTx,
  messages: readonly (Locked & { gate?: GateBasis; isBatched?: boolean })[],
): Promise<StateChange[]> {
  const changes: StateChange[] = []
  const texts: NewMessage[] = []
  const carried: { paymentId: string; row: ScheduledRow; index: number }[] = []
  for (const { row, conversation, gate, isBatched } of messages) {
    const { id, paymentId, viaId, quotedId } = row
    const rendered = await renderCarried(deps, tx, { row, conversation })
    if ('reason' in rendered) {
      const state = row.authorUserId === null ? 'cancelled' : 'stopped'
      changes.push({ id, state, reasons: [rendered.reason] })
      continue
    }
    changes.push({ id, state: 'sent', reasons: [] })
    if (paymentId !== null) carried.push({ paymentId, row, index: texts.length })
    const held = heldBefore(row)
    texts.push({
      ...{ conversation, viaId, quotedId, id },
      body: rendered.text,
      translation: row.translation ?? undefined,
      files: row.media.length > 0 ? await findReserved(tx, id) : [],
      author: authorOf(row),
      authorName: row.author,
      keepsDraft: true,
      ...(isBatched && { isBatched }),
      ...((gate || held) && { origin: { ...(gate && { gate }), ...(held && { held }) } }),
    })
  }
  const sent = await writeMessages(deps, tx, texts)
  for (const { paymentId, row, index } of carried) {
    const conversation = sent[index]?.conversation
    if (!conversation) throw new Error('A message was not written.')
    const author = authorOf(row) ?? { userId: null, displayName: row.author }
    await deps.sentPayments.recordDue(tx, author, { id: paymentId, messageId: row.id, conversation })
  }
  return changes
}

const authorOf = ({ authorUserId, author }: ScheduledRow) =>
  authorUserId === null ? null : { userId: authorUserId, displayName: author }

/** The text with the link to the document that it carries, or why that is not to be sent any more. */
const renderCarried = async ({ sentPayments }: CarryDeps, tx: TenantTx, { row, conversation }: Locked) =>
  row.paymentId === null
    ? { text: row.body }
    : sentPayments.renderDue(tx, row.paymentId, {
        toPhone: pairBy(conversation, row.viaId).contactPhone,
        ...{ text: row.body, messageId: row.id, conversationId: row.conversationId, createdBy: row.authorUserId },
      })

/** The latest reason for waiting, which sending overwrites. */
function heldBefore({ state, reasons, dueAt }: ScheduledRow): StoredMessageOrigin['held'] {
  const reason = HOLD_REASONS.find((each) => reasons.includes(each))
  return state === 'held' && reason !== undefined ? { reason, untilUtc: dueAt } : undefined
}
