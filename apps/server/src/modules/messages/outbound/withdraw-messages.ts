import type { HoldReason, LegalHoliday } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { idsOf, type TenantTx } from '../../../platform/database/database.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { findMessages, type MessageRow } from '../../threads/index.ts'
import { replyId } from '../reply-id.ts'
import { changeDeliveries } from './change-delivery.ts'

declare module '../../../platform/module.ts' {
  interface ModuleServices {
    /** Why messages that are part of a group message must not be sent now, by message. */
    findGroupMessageStops: (
      tx: TenantTx,
      messages: readonly { id: string; dueAt: string }[],
    ) => Promise<Map<string, SendStop>>
    /**
     * Cancels the recipients of withdrawn messages, so that resuming the group message sends them a new one. Skips
     * those who replied.
     */
    cancelUnsentRecipients: (tx: TenantTx, messageIds: readonly string[], reason: WithdrawReason) => Promise<void>
    /** Holds the recipients of withdrawn messages, so that each gets a new one at its time. */
    holdUnsentRecipients: (tx: TenantTx, holds: readonly Hold[]) => Promise<void>
    /** Why follow-ups of automations must no longer be sent, by message id. */
    findAutomationStops: (tx: TenantTx, messageIds: readonly string[]) => Promise<Map<string, WithdrawReason>>
    /** Marks the automation runs of withdrawn messages as skipped. */
    skipAutomationRuns: (tx: TenantTx, messageIds: readonly string[], reason: WithdrawReason) => Promise<void>
  }
}

/** A message that the send gate allows again later, or whose time a teammate decides about. */
export interface Hold {
  messageId: string
  reason: HoldReason | 'missed'
  /** For `missed`: when it was due. */
  until: string
  holiday?: LegalHoliday | undefined
}

/**
 * Why a text is withdrawn: its group message or automation was stopped, or the contact replied before this follow-up.
 */
export type WithdrawReason = 'stopped' | 'replied'
/** `missed`: the server was down when it was due, so its recipient is held until a teammate decides. */
export type SendStop = WithdrawReason | 'paused' | 'missed'

/**
 * Withdraws texts that are still queued and returns their ids. Leaves those that the carrier may have received.
 * `outdated`: what a text is about has changed since. `held`: it is written again later. `missed`: if a teammate decides
 * so.
 */
export async function withdrawMessages(
  deps: ConversationDeps,
  tx: TenantTx,
  messageIds: readonly string[],
  reason: WithdrawReason | 'outdated' | 'held' | 'missed',
): Promise<string[]> {
  const changes = messageIds.map((messageId) => ({ messageId, status: 'failed' as const, reason }))
  return [...(await changeDeliveries(deps, tx, changes))]
}

/** Texts about one subject that a contact may be sent, each in place of a withdrawn one. */
const TEXTS_MAX = 5

const textIdsOf = (subject: string): string[] =>
  Array.from({ length: TEXTS_MAX }, (_, index) => replyId(index === 0 ? subject : `${subject} ${index}`))

/**
 * The id of the automatic text about a subject, which a contact gets once: that of the text there is, or of a new one
 * if it was withdrawn because it was outdated.
 */
export async function findTextId(tx: TenantTx, subject: string): Promise<string> {
  const ids = textIdsOf(subject)
  const withdrawn = new Set((await findMessages(tx, ids)).filter(isOutdated).map(({ id }) => id))
  return ids.find((id) => !withdrawn.has(id)) ?? replyId(subject)
}

const isOutdated = ({ deliveryStatus, errorReason }: Pick<MessageRow, 'deliveryStatus' | 'errorReason'>): boolean =>
  deliveryStatus === 'failed' && errorReason === 'outdated'

/** Whether a text about one of these subjects still waits for the carrier. */
export async function hasQueuedTexts(tx: TenantTx, subjects: readonly string[]): Promise<boolean> {
  const queued = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${idsOf(subjects.flatMap(textIdsOf))})`)
    .where('deliveryStatus', '=', 'queued')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return queued !== undefined
}

/** Withdraws the automatic texts about subjects that are still queued, because these have changed. */
export async function withdrawTexts(deps: ConversationDeps, tx: TenantTx, subjects: readonly string[]): Promise<void> {
  const queued = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', subjects.flatMap(textIdsOf))
    .where('deliveryStatus', '=', 'queued')
    .select('id')
    .execute()
  const ids = queued.map(({ id }) => id)
  await withdrawMessages(deps, tx, ids, 'outdated')
}
