import type { ContactCriteria, StoredAudienceRule } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import type { GroupRow } from './access.ts'

/** Limits the criteria of a location's dynamic group to the contacts of that location. */
export const restrictToLocation = (criteria: ContactCriteria, locationId: string | null): ContactCriteria =>
  locationId === null ? criteria : { ...criteria, locationIDs: [locationId] }

interface FollowedSegment {
  criteria: ContactCriteria
  name: string
}

/**
 * The present criteria of groups that follow a segment, by group id. The segment is that of the group's creator, so
 * that the group is the same for everyone. A group whose segment was deleted keeps the stored criteria.
 */
export async function findFollowedSegments(
  tx: TenantTx,
  groups: readonly GroupRow[],
): Promise<Map<string, FollowedSegment>> {
  const followed = new Map<string, FollowedSegment>()
  const creators = new Map<string, Person | undefined>()
  const segments = new Map<string, Awaited<ReturnType<typeof findSegment>>>()
  for (const { id, segmentId, createdBy, locationId } of groups) {
    if (segmentId === null) continue
    if (!creators.has(createdBy)) creators.set(createdBy, await findPerson(tx, createdBy))
    const creator = creators.get(createdBy)
    const key = `${createdBy} ${segmentId}`
    if (creator && !segments.has(key)) segments.set(key, await findSegment(tx, creator, segmentId))
    const segment = segments.get(key)
    if (segment) followed.set(id, { name: segment.name, criteria: restrictToLocation(segment.criteria, locationId) })
  }
  return followed
}

/** The criteria of a group as they are now; null for a fixed group. */
export const findCriteria = async (tx: TenantTx, group: GroupRow): Promise<ContactCriteria | null> =>
  (await findFollowedSegments(tx, [group])).get(group.id)?.criteria ?? group.criteria

/** A group as a rule of an audience, as it is now. */
export const describeGroup = async (
  tx: TenantTx,
  group: GroupRow,
): Promise<Extract<StoredAudienceRule, { kind: 'group' }>> => ({
  kind: 'group',
  id: group.id,
  name: group.name,
  criteria: await findCriteria(tx, group),
  isDynamic: group.kind === 'dynamic',
  locationId: group.locationId,
})
