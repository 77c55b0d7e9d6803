import type { AccountDeletion } from '@frontdesk/contract/api'
import { DELETION_GRACE_DAYS } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { queueMail, renderEmail } from '../mail/index.ts'
import { DELETE_ACCOUNT } from './delete-account.job.ts'
import { assertAccountHolder, type DeletionDeps, publishAccountChanged } from './deps.ts'
import { deletionRequested } from './events.ts'
import { findDeletion } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** Schedules the deletion of the business after the grace period. A repeated request returns the first one. */
export async function requestDeletion(
  deps: DeletionDeps,
  tx: TenantTx,
  actor: Actor,
  { businessName }: { businessName: string },
): Promise<AccountDeletion | null> {
  assertAccountHolder(actor)
  const { name } = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('name')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (businessName.trim() !== name.trim()) throw new AppError('ConfirmationWrong')
  const existing = await findDeletion(tx)
  if (existing) return existing

  const at = deps.now()
  const deleteAfter = shift(at, DELETION_GRACE_DAYS * DAY_MS)
  await tx
    .insertInto('accountDeletions')
    .values({
      tenantId: tx.tenantId,
      requestedBy: actor.userId,
      requestedByName: actor.displayName,
      requestedAt: at,
      deleteAfter,
    })
    .execute()
  await enqueue(tx, {
    identifier: DELETE_ACCOUNT,
    payload: { tenantId: tx.tenantId },
    jobKey: `${DELETE_ACCOUNT}:${tx.tenantId}`,
    runAt: deleteAfter,
  })
  const id = await deletionRequested.record(tx, { at, actorUserId: actor.userId })
  await recordAudit(tx, { action: 'account.deletion-requested', actor, subject: name, at })
  await emailOwners(deps, tx, { name, by: actor.displayName, deleteAfter, at })
  publishAccountChanged(deps, tx, id, at)
  return { requestedByName: actor.displayName, requestedAt: at, deleteAfter }
}

async function emailOwners(
  { publicUrl }: DeletionDeps,
  tx: Parameters<typeof findDeletion>[0],
  { name, by, deleteAfter, at }: { name: string; by: string; deleteAfter: string; at: string },
): Promise<void> {
  const owners = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('role', '=', 'Owner')
    .where('removedAt', 'is', null)
    .where('invitedAt', 'is', null)
    .select('email')
    .limit(100)
    .execute()
  const day = Temporal.Instant.from(deleteAfter)
    .toZonedDateTimeISO('UTC')
    .toLocaleString('en-US', { dateStyle: 'long' })
  for (const { email } of owners) {
    const mail = renderEmail({
      subject: `${name} will be deleted on ${day}`,
      heading: `${name} will be deleted`,
      lines: [
        `${by} requested this. On ${day}, all of ${name}’s conversations, contacts, and files will be permanently deleted, and its numbers released.`,
        'Until then nothing changes, and the account holder can cancel the deletion.',
      ],
      action: { label: 'Cancel deletion', url: `${publicUrl()}/settings/delete-account` },
      sender: 'Frontdesk',
    })
    await queueMail(tx, { to: email, mail, at, expiresAt: deleteAfter })
  }
}
