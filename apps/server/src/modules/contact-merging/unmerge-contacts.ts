import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { arrangeContacts, type ContactValues, moveActivities } from '../contact-rows/index.ts'
import { findStatus } from '../contact-statuses/index.ts'
import {
  accessContact,
  type ContactDeps,
  getContactWithRows,
  listLabelNames,
  lockContact,
  phonesOf,
  recordNumbersChanged,
} from '../contacts/index.ts'
import { locationExists } from '../locations/index.ts'
import { assertSeesAllOfNumbers, contactRooms, locationsOfNumbers } from '../visibility/index.ts'
import { unmergeValues } from './merged-values.ts'
import { StoredMerge } from './stored-merge.ts'

/**
 * Undoes a merge: the numbers that the other contact had then become that contact again, as it was. The survivor gets
 * back its former values where they were not changed since, and keeps the numbers that were added since.
 */
export async function unmergeContacts(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  mergeId: string,
): Promise<{ survivor: Contact; other: Contact }> {
  const { survivorId, otherId } = await findMerge(tx, mergeId)
  const { contact, threads } = await lockContact(tx, actor, otherId).catch((error) => {
    throw error instanceof AppError && error.code === 'ContactNotFound' ? new AppError('ContactMergeNotFound') : error
  })
  // Re-read under the lock: a concurrent request may have undone the merge.
  const { before, after, mergedAt } = await findMerge(tx, mergeId)
  const phones = phonesOf(contact)
  await assertSeesAllOfNumbers(tx, actor, phones)
  const current = await getContactWithRows(tx, contact)
  const otherIds = before.other.rowIds.filter((id) => current.rowIds.includes(id))
  const remaining = current.rowIds.filter((id) => !otherIds.includes(id))
  // A number may have been removed since, or the survivor merged into another contact.
  if (!otherIds.includes(otherId) || !remaining.includes(survivorId)) throw new AppError('ContactMergeNotFound')
  const isMainRemaining = remaining[0] === current.rowIds[0]
  const survivorIds = isMainRemaining ? remaining : [survivorId, ...remaining.filter((id) => id !== survivorId)]
  const survivorValues = (await isMergedAway(tx, survivorId, current.rowIds))
    ? current.values
    : await undoMerge(tx, mergeId, { remaining, current: current.values, before, after })

  const locationIDs = await locationsOfNumbers(tx, phones)
  const rooms = await contactRooms(tx, contact.id)
  await arrangeContacts(
    tx,
    [
      { rowIds: survivorIds, values: await dropRemovedReferences(tx, survivorValues, current.values) },
      { rowIds: otherIds, values: await dropRemovedReferences(tx, before.other.values, current.values) },
    ],
    'in contact_merges',
  )
  // A number of the other contact may have been the main one meanwhile: what happened then is the survivor's.
  await moveActivities(
    tx,
    otherIds.map((from) => ({ from, to: survivorIds[0] ?? survivorId })),
    { since: mergedAt },
  )
  const at = tx.now()
  await tx
    .updateTable('contactMerges')
    .set({ unmergedAt: at, unmergedBy: actor.userId })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', mergeId)
    .execute()
  const [newSurvivorId = survivorId] = survivorIds
  await recordNumbersChanged(deps, tx, actor, { threads }, [newSurvivorId, otherId], rooms)
  const survivor = await accessContact(tx, actor, newSurvivorId)
  const other = await accessContact(tx, actor, otherId)
  await recordAudit(tx, {
    action: 'contact.unmerged',
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${survivor.phone.slice(-4)}`,
    locationIDs,
    data: { other: `Number ending in ${other.phone.slice(-4)}` },
    at,
  })
  return { survivor, other }
}

interface Undone extends StoredMerge {
  /** Rows that the survivor keeps. */
  remaining: string[]
  current: ContactValues
}

/**
 * Returns the survivor's values without a merge. Contacts merged into it since stay merged, and their records are
 * rewritten as if the undone merge had never happened, so that undoing them too restores the survivor's values from
 * before all of them.
 */
async function undoMerge(
  tx: TenantTx,
  mergeId: string,
  { remaining, current, before, after }: Undone,
): Promise<ContactValues> {
  const merge = { survivor: before.survivor.values, other: before.other.values, after }
  const rows = await tx
    .selectFrom('contactMerges as m')
    .where('m.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`m.survivor_id = any(${remaining}::uuid[]) and m.other_id = any(${remaining}::uuid[])`)
    .where('m.unmergedAt', 'is', null)
    .where(
      sql<boolean>`(m.merged_at, m.id) > (
        select u.merged_at, u.id from contact_merges u where u.tenant_id = ${tx.tenantId} and u.id = ${mergeId}
      )`,
    )
    .orderBy('m.mergedAt')
    .orderBy('m.id')
    .select(['m.id', 'm.before', 'm.after'])
    .execute()
  const later: ContactValues[] = []
  for (const { id, ...row } of rows) {
    const stored = StoredMerge.parse(row)
    const survivor = unmergeValues(stored.before.survivor.values, { ...merge, later })
    later.push(stored.before.other.values)
    await tx
      .updateTable('contactMerges')
      .set({
        before: JSON.stringify({ ...stored.before, survivor: { ...stored.before.survivor, values: survivor } }),
        after: JSON.stringify(unmergeValues(stored.after, { ...merge, later })),
      })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  }
  return unmergeValues(current, { ...merge, later })
}

async function findMerge(tx: TenantTx, id: string) {
  const row = await tx
    .selectFrom('contactMerges')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('unmergedAt', 'is', null)
    .select(['survivorId', 'otherId', 'before', 'after', 'mergedAt'])
    .executeTakeFirst()
  if (!row) throw new AppError('ContactMergeNotFound')
  return { ...row, ...StoredMerge.parse(row) }
}

/** Whether the survivor was merged into another contact since, whose values the rows have now. */
async function isMergedAway(tx: TenantTx, survivorId: string, rowIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from contact_merges m
    where m.tenant_id = ${tx.tenantId} and m.unmerged_at is null and m.survivor_id = any(${[...rowIds]}::uuid[])
      and m.before -> 'other' -> 'rowIds' ? ${survivorId}`.execute(tx)
  return rows.length > 0
}

/** Drops references to labels, a status or a location that were removed since. */
async function dropRemovedReferences(
  tx: TenantTx,
  values: ContactValues,
  current: ContactValues,
): Promise<ContactValues> {
  const labels = new Set(await listLabelNames(tx))
  const { statusKey, locationId } = values
  return {
    ...values,
    labels: values.labels.filter((label) => labels.has(label) || current.labels.includes(label)),
    statusKey: statusKey !== null && (await findStatus(tx, statusKey)) ? statusKey : null,
    locationId: (await locationExists(tx, locationId)) ? locationId : current.locationId,
  }
}
