import type { Contact } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { arrangeContacts } from '../contact-rows/index.ts'
import {
  accessContact,
  type ContactDeps,
  getContactWithRows,
  lockContacts,
  phonesOf,
  recordNumbersChanged,
} from '../contacts/index.ts'
import { assertSeesAllOfNumbers, contactRooms, locationsOfNumbers } from '../visibility/index.ts'
import { assertWithinContactLimits, type Choices, mergeValues } from './merged-values.ts'
import { type MergePair, versionOf } from './preview-merge.ts'

/**
 * Merges a contact into another one. Its rows become further numbers of the survivor, so that its conversations and its
 * id lead there. From then on everyone who sees one of the two sees both, so the actor must see all of both.
 */
export async function mergeContacts(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { survivorID, otherID, choices, version }: MergePair & { choices: Choices; version: string },
): Promise<{ contact: Contact; mergeID: string }> {
  const [survivor, other] = await lockContacts(tx, actor, [survivorID, otherID])
  if (!survivor || !other) throw new AppError('ContactNotFound')
  if (survivor.contact.id === other.contact.id) throw new AppError('MergeWithItself')
  const phones = [...phonesOf(survivor.contact), ...phonesOf(other.contact)]
  await assertSeesAllOfNumbers(tx, actor, phones)
  const before = {
    survivor: await getContactWithRows(tx, survivor.contact),
    other: await getContactWithRows(tx, other.contact),
  }
  if (versionOf(before.survivor, before.other) !== version) throw new AppError('ChangedMeanwhile')
  const after = mergeValues(before.survivor.values, before.other.values, choices)
  const rowIds = [...before.survivor.rowIds, ...before.other.rowIds]
  assertWithinContactLimits(rowIds, after)

  const locationIDs = await locationsOfNumbers(tx, phones)
  const rooms = [...(await contactRooms(tx, survivor.contact.id)), ...(await contactRooms(tx, other.contact.id))]
  await arrangeContacts(tx, [{ rowIds, values: after }], 'in contact_merges')
  const mergeID = newId()
  const at = tx.now()
  await tx
    .insertInto('contactMerges')
    .values({
      tenantId: tx.tenantId,
      id: mergeID,
      survivorId: survivor.contact.id,
      otherId: other.contact.id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      mergedBy: actor.userId,
      mergedAt: at,
    })
    .execute()
  const threads = [...new Set([...survivor.threads, ...other.threads])]
  await recordNumbersChanged(deps, tx, actor, { threads }, [survivor.contact.id, other.contact.id], rooms)
  await recordAudit(tx, {
    action: 'contact.merged',
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${survivor.contact.phone.slice(-4)}`,
    locationIDs,
    data: { other: `Number ending in ${other.contact.phone.slice(-4)}` },
    at,
  })
  return { contact: await accessContact(tx, actor, survivor.contact.id), mergeID }
}
