import type { ContactCriteria, Group } from '@frontdesk/contract/api'
import { GROUPS_MAX, type GroupKind } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { recordAudit } from '../audit/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import { stopMessagesOfGroup } from '../group-messages/index.ts'
import { findLocation } from '../locations/index.ts'
import { assertMayEditGroup, lockGroup } from './access.ts'
import { restrictToLocation } from './criteria.ts'
import { insertMembers } from './members.ts'
import { getGroup } from './queries.ts'
import { recordGroupChanged } from './record-group-changed.ts'

export interface GroupDraft {
  id: string | undefined
  version?: number | undefined
  name: string
  locationID: string | null
  kind: GroupKind
  criteria?: ContactCriteria | undefined
  segmentID?: string | undefined
  contactIDs?: string[] | undefined
}

/** Adds a group, or updates its name, location and filter. */
export async function saveGroup(tx: TenantTx, actor: Actor, draft: GroupDraft): Promise<Group> {
  const { name, locationID, kind, segmentID, contactIDs } = draft
  const existing = draft.id === undefined ? null : await lockGroup(tx, actor, draft.id)
  if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  assertMayEditGroup(actor, locationID)
  if (existing && draft.version !== undefined && existing.version !== draft.version)
    throw new AppError('ChangedMeanwhile', { group: await getGroup(tx, actor, existing.id) })
  const isDynamic = (existing?.kind ?? kind) === 'dynamic'
  const criteria = segmentID === undefined ? draft.criteria : (await findSegment(tx, actor, segmentID))?.criteria
  if (segmentID !== undefined && !criteria) throw new AppError('SegmentNotFound')
  if (criteria && existing && !isDynamic) throw invalidInput('criteria', 'This group is not dynamic')
  // Also of a group that only changes its location.
  const stored = criteria ?? existing?.criteria
  const filter = stored && restrictToLocation(stored, locationID)
  const values = {
    name,
    locationId: locationID,
    ...(isDynamic && filter && { criteria: JSON.stringify(filter) }),
    ...(isDynamic && criteria && { segmentId: segmentID ?? null }),
  }
  const id = existing?.id ?? newId()
  if (existing) {
    await tx
      .updateTable('groups')
      .set({ ...values, version: existing.version + 1 })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
  } else {
    await assertGroupLimit(tx)
    await tx
      .insertInto('groups')
      .values({ tenantId: tx.tenantId, id, kind, createdBy: actor.userId, createdAt: tx.now(), ...values })
      .execute()
    if (!isDynamic && (contactIDs || criteria)) await insertMembers(tx, actor, id, { contactIDs, criteria })
  }
  await recordGroupChanged(tx, actor, { id, locationId: locationID })
  if (existing && existing.locationId !== locationID) await recordGroupChanged(tx, actor, existing)
  return getGroup(tx, actor, id)
}

async function assertGroupLimit(tx: TenantTx): Promise<void> {
  const { n } = await tx
    .selectFrom('groups')
    .where('tenantId', '=', tx.tenantId)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= GROUPS_MAX) throw new AppError('TooManyGroups')
}

/** Deletes a group with its notes and memberships. What was sent to it stays in the conversations. */
export async function deleteGroup(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const group = await lockGroup(tx, actor, id)
  await stopMessagesOfGroup(tx, actor, id)
  await tx.deleteFrom('groups').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordGroupChanged(tx, actor, group)
  await recordAudit(tx, {
    action: 'group.deleted',
    actor,
    subject: group.name,
    locationIDs: group.locationId === null ? null : [group.locationId],
    at: tx.now(),
  })
}
