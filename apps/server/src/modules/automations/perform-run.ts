import type { StoredMessageOrigin } from '@frontdesk/contract/api'
import { AUTOMATION_LATE_MS, type AutomationReason, isBlank, isOpen, nextChange } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { findTeammate } from '../assignees/index.ts'
import { assignChange } from '../assignment/index.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { openChange, startChange } from '../changes/index.ts'
import { type ConversationRow, findConversation } from '../conversations/index.ts'
import { folderChange } from '../folders/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { renderFor, type SendDeps, sendAutomationText } from '../messages/index.ts'
import { type AutomationRow, toAutomationRow } from './access.ts'
import { isInState, lastPersonalText, meetsConditions } from './triggers.ts'

type Run = Row<'automationRuns'>

/** Outcome of a run. */
type Outcome =
  | { state: 'done'; reason: AutomationReason | null }
  | { state: 'skipped'; reason: AutomationReason }
  | { state: 'waiting'; reason: AutomationReason; until: string }

const skipped = (reason: AutomationReason): Outcome => ({ state: 'skipped', reason })

/**
 * Performs a due run if it still applies. It runs once: the run is locked and gets its outcome in the same transaction.
 * Locks folder, conversation and run in this order. Returns the automation, unless the run is no longer due.
 */
export async function performRun(deps: SendDeps, tx: TenantTx, runId: string): Promise<AutomationRow | null> {
  const due = await findDue(tx, runId)
  if (!due) return null
  const { automation, conversationId } = due
  const folder = await prepareFolder(tx, automation)
  const conversation = await findConversation(tx, null, conversationId, 'change')
  const run = await lockDueRun(tx, runId)
  if (!conversation || !run) return null
  const subject = { run, conversation, state: await readState(tx, automation, run) }
  const outcome =
    (await checkPreconditions(tx, automation, subject)) ?? (await act(deps, tx, automation, { ...subject, folder }))
  await saveOutcome(tx, run.id, outcome)
  return automation
}

/** Finds a run with its automation, locked until the run has its outcome: nothing happens after it was turned off. */
async function findDue(tx: TenantTx, runId: string) {
  const run = await tx
    .selectFrom('automationRuns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', runId)
    .select(['automationId', 'conversationId'])
    .executeTakeFirst()
  if (!run) return undefined
  const automation = await tx
    .selectFrom('automations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', run.automationId)
    .selectAll()
    .forShare()
    .executeTakeFirst()
  return automation && { automation: toAutomationRow(automation), conversationId: run.conversationId }
}

const lockDueRun = (tx: TenantTx, runId: string): Promise<Run | undefined> =>
  tx
    .selectFrom('automationRuns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', tx.now())
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

const prepareFolder = async (tx: TenantTx, { actions: { folderKey } }: AutomationRow) =>
  folderKey === null ? null : folderChange.prepare(tx, { folderKey, toUserId: null, statusKey: null, value: null })

interface Subject {
  run: Run
  conversation: ConversationRow
  state: Awaited<ReturnType<typeof readState>>
}

/** Why a due run is skipped or must wait, apart from what the send gate decides about its text. */
async function checkPreconditions(
  tx: TenantTx,
  automation: AutomationRow,
  { run, conversation, state }: Subject,
): Promise<Outcome | null> {
  const { kind, enabledAt, isEnabled, deletedAt, conditions } = automation
  if (!isEnabled || deletedAt !== null || enabledAt === null || isAfter(enabledAt, run.createdAt))
    return skipped('turned-off')
  if (isAfter(tx.now(), shift(run.dueAt, AUTOMATION_LATE_MS))) return skipped('late')
  if (kind === 'follow-up' && !state.isLatest && state.wroteAfter === 'contact') return skipped('replied')
  if (kind === 'follow-up' && !state.isLatest && state.wroteAfter === 'teammate') return skipped('teammate-wrote')
  if (kind === 'follow-up' && conversation.isClosed && automation.actions.stopsWhenClosed) return skipped('closed')
  if (kind === 'webchat' && conversation.isClosed) return skipped('closed')
  if (kind === 'reopen' && !state.isLatest) return skipped('already-open')
  if (conversation.isBlocked) return skipped('blocked')
  if (!state.isLatest || !state.meetsConditions || !state.isInState) return skipped('not-matching')
  if (kind === 'follow-up' && state.isUndelivered) return skipped('undelivered')
  return conditions.isOnlyInBusinessHours ? findOpening(tx, conversation.locationId) : null
}

/** Waits until the location opens; a location without hours is always open. */
async function findOpening(tx: TenantTx, locationId: string): Promise<Outcome | null> {
  const hours = await findBusinessHours(tx, await findLocationRow(tx, locationId))
  if (!hours || isOpen(hours, tx.now())) return null
  const until = nextChange(hours, tx.now())
  return until === null ? skipped('outside-hours') : { state: 'waiting', reason: 'outside-hours', until }
}

/** The present state of a conversation, as far as it decides about a run. */
const readState = (tx: TenantTx, automation: AutomationRow, { conversationId, triggeredAt }: Run) => {
  const triggered = sql`${triggeredAt}::timestamptz`
  const isLatest = {
    'follow-up': sql<boolean>`c.sorted_at = ${triggered}`,
    reopen: sql<boolean>`(c.is_closed and c.closed_at = ${triggered})`,
    webchat: sql<boolean>`true`,
  }[automation.kind]
  return tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.id', '=', conversationId)
    .select([
      isLatest.as('isLatest'),
      sql<'contact' | 'teammate' | null>`(
        select case when p.is_outgoing then 'teammate' else 'contact' end
        from ${lastPersonalText(tx)} p where p.created_at > ${triggered}
      )`.as('wroteAfter'),
      meetsConditions(tx, automation).as('meetsConditions'),
      isInState(tx, automation.id, automation).as('isInState'),
      sql<boolean>`coalesce(c.latest_delivery_status in ('failed', 'undelivered'), false)`.as('isUndelivered'),
    ])
    .executeTakeFirstOrThrow()
}

interface Action extends Subject {
  folder: Awaited<ReturnType<typeof prepareFolder>>
}

/** The text first: while the gate holds it, nothing else happens either. */
async function act(
  deps: SendDeps,
  tx: TenantTx,
  automation: AutomationRow,
  { run, conversation, state, folder }: Action,
): Promise<Outcome> {
  const { kind, name, actions } = automation
  const text = await sendText(deps, tx, automation, { run, conversation, state })
  if (text?.state === 'waiting' || kind === 'follow-up') return text ?? skipped('text-empty')
  const ids = [conversation.id]
  const change = startChange(deps, tx, { by: null, automation: name })
  if (kind === 'reopen') await openChange.apply(change, ids, {})
  /** Of each part, why it could not be done; null if it was. */
  const parts: (AutomationReason | null)[] = [...(text ? [text.reason] : []), ...(kind === 'reopen' ? [null] : [])]
  if (actions.assignToUserID !== null) {
    const toUser = await findTeammate(tx, actions.assignToUserID)
    const input = { toUser: { id: actions.assignToUserID, name: toUser?.displayName ?? '' } }
    if (toUser) await assignChange.apply(change, ids, input)
    const after = await findConversation(tx, null, conversation.id, 'read')
    parts.push(after?.assigneeId === actions.assignToUserID ? null : 'assignee-missing')
  }
  if (folder) {
    await folder.apply(change, ids)
    const after = await findConversation(tx, null, conversation.id, 'read')
    parts.push(after?.folder === actions.folderKey ? null : 'folder-missing')
  }
  const reason = parts.find((part) => part !== null) ?? null
  return reason === null || parts.includes(null) ? { state: 'done', reason } : skipped(reason)
}

/** Sends the text of an automation, unless a teammate has answered a new webchat before. Null if it has none. */
async function sendText(
  deps: SendDeps,
  tx: TenantTx,
  { kind, name, actions }: AutomationRow,
  { run, conversation, state }: Subject,
): Promise<Outcome | null> {
  if (isBlank(actions.text)) return null
  if (kind === 'webchat' && state.wroteAfter === 'teammate') return skipped('teammate-wrote')
  const body = (await renderFor(tx, conversation, actions.text)).trim()
  if (isBlank(body)) return skipped('text-empty')
  const text = { conversation, id: run.id, body, authorName: name, held: heldBefore(run) }
  const decision = await sendAutomationText(deps, tx, text)
  switch (decision.verdict) {
    case 'send':
      return { state: 'done', reason: null }
    case 'hold':
      return { state: 'waiting', reason: decision.reasons[0], until: decision.until }
    case 'refuse':
      return skipped(decision.reasons[0] ?? 'no-sending-account')
  }
}

/** The latest reason for waiting, which the outcome overwrites. */
function heldBefore({ reason, dueAt }: Run): StoredMessageOrigin['held'] | null {
  if (reason !== 'quiet-hours' && reason !== 'daily-limit' && reason !== 'outside-hours') return null
  return { reason, untilUtc: dueAt }
}

async function saveOutcome(tx: TenantTx, id: string, outcome: Outcome): Promise<void> {
  const { state, reason } = outcome
  await tx
    .updateTable('automationRuns')
    .set(state === 'waiting' ? { reason, dueAt: outcome.until } : { state, reason, finishedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}
