import type { ContactCriteria, Group } from '@frontdesk/contract/api'
import { GROUPS_MAX, type GroupKind } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findPerson } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import { stopMessagesOfGroup } from '../group-messages/index.ts'
import { findLocation } from '../locations/index.ts'
import { assertMayEditInScope } from '../visibility/index.ts'
import { type GroupRow, lockGroup, seesAllMembers } from './access.ts'
import { seesAllMatching } from './audience.ts'
import { findCriteria, restrictToLocation } from './criteria.ts'
import { insertMembers } from './members.ts'
import { getGroup } from './queries.ts'
import { recordGroupChanged } from './record-group-changed.ts'

export interface GroupDraft {
  id: string | undefined
  version?: number | undefined
  name: string
  locationID: string | null
  kind?: GroupKind | undefined
  criteria?: ContactCriteria | undefined
  segmentID?: string | undefined
  contactIDs?: string[] | undefined
}

/** Adds a group, or updates its name, location, kind and filter. */
export async function saveGroup(tx: TenantTx, actor: Actor, draft: GroupDraft): Promise<Group> {
  const { name, locationID, kind, segmentID, contactIDs } = draft
  const existing = draft.id === undefined ? null : await lockGroup(tx, actor, draft.id)
  if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  assertMayEditInScope(actor, locationID)
  if (existing && draft.version !== undefined && existing.version !== draft.version)
    throw new AppError('ChangedMeanwhile', { group: await getGroup(tx, actor, existing.id) })
  const isDynamic = (kind ?? existing?.kind) === 'dynamic'
  const criteria =
    segmentID === undefined
      ? draft.criteria
      : await readSegment(tx, actor, { segmentId: segmentID, creatorId: existing?.createdBy ?? actor.userId })
  if (existing && !isDynamic && criteria) throw invalidInput('criteria', 'This group is not dynamic')
  // Also of a group that only changes its location.
  const stored = criteria ?? existing?.criteria
  if (isDynamic && !stored) throw invalidInput('criteria', 'A dynamic group needs criteria')
  const values = {
    name,
    locationId: locationID,
    kind: isDynamic ? ('dynamic' as const) : ('fixed' as const),
    criteria: isDynamic && stored ? JSON.stringify(restrictToLocation(stored, locationID)) : null,
    ...((criteria || !isDynamic) && { segmentId: isDynamic ? (segmentID ?? null) : null }),
  }
  const id = existing?.id ?? newId()
  if (existing) {
    await tx
      .updateTable('groups')
      .set({ ...values, version: existing.version + 1 })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', id)
      .execute()
    await convertMembers(tx, actor, existing, values.kind)
  } else {
    await assertGroupLimit(tx)
    await tx
      .insertInto('groups')
      .values({ tenantId: tx.tenantId, id, createdBy: actor.userId, createdAt: tx.now(), ...values })
      .execute()
    if (!isDynamic && (contactIDs || criteria)) await insertMembers(tx, actor, id, { contactIDs, criteria })
  }
  await recordGroupChanged(tx, actor, { id, locationId: locationID })
  if (existing && existing.locationId !== locationID) await recordGroupChanged(tx, actor, existing)
  return getGroup(tx, actor, id)
}

/** The criteria of a segment to follow. The group follows that of its creator, who must have it too. */
async function readSegment(
  tx: TenantTx,
  actor: Actor,
  { segmentId, creatorId }: { segmentId: string; creatorId: string },
): Promise<ContactCriteria> {
  const segment = await findSegment(tx, actor, segmentId)
  if (!segment) throw new AppError('SegmentNotFound')
  if (creatorId !== actor.userId) {
    const creator = await findPerson(tx, creatorId)
    if (!creator || !(await findSegment(tx, creator, segmentId))) throw new AppError('SegmentPrivate')
  }
  return segment.criteria
}

/**
 * When a group becomes fixed, those who match now become its members; when it becomes dynamic, members follow the
 * filter.
 */
async function convertMembers(tx: TenantTx, actor: Actor, former: GroupRow, kind: GroupKind): Promise<void> {
  if (former.kind === kind) return
  if (kind === 'fixed') {
    const criteria = await findCriteria(tx, former)
    if (!criteria) return
    // Contacts hidden from the actor would be left out.
    if (former.createdBy !== actor.userId && !(await seesAllMatching(tx, actor, criteria)))
      throw new AppError('GroupRestricted')
    await insertMembers(tx, actor, former.id, { criteria })
  } else {
    // Contacts hidden from the actor would be lost.
    if (!(await seesAllMembers(tx, actor, former))) throw new AppError('GroupRestricted')
    await tx.deleteFrom('groupMembers').where('tenantId', '=', tx.tenantId).where('groupId', '=', former.id).execute()
  }
}

async function assertGroupLimit(tx: TenantTx): Promise<void> {
  const { n } = await tx
    .selectFrom('groups')
    .where('tenantId', '=', tx.tenantId)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= GROUPS_MAX) throw new AppError('TooManyGroups')
}

/**
 * Deletes a group with its notes and memberships, for its creator and those who see everyone in it. Messages sent to it
 * stay in the conversations.
 */
export async function deleteGroup(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const group = await lockGroup(tx, actor, id)
  if (!(await seesAllMembers(tx, actor, group))) throw new AppError('GroupRestricted')
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
