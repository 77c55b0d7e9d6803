import type { ContactCriteria } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'
import { findPerson } from '../accounts/index.ts'
import { findSegment } from '../contact-segments/index.ts'
import type { GroupRow } from './access.ts'

/** A dynamic group of a location has the contacts of that location. */
export const restrictToLocation = (criteria: ContactCriteria, locationId: string | null): ContactCriteria =>
  locationId === null ? criteria : { ...criteria, locationIDs: [locationId] }

interface Followed {
  criteria: ContactCriteria
  /** Of the segment. */
  name: string
}

/**
 * What groups that follow a segment have now, by id. The segment is that of the group's creator, so that the group is the
 * same for everyone. Without it, because it was deleted, the group keeps the stored criteria.
 */
export async function findFollowedSegments(tx: TenantTx, groups: readonly GroupRow[]): Promise<Map<string, Followed>> {
  const followed = new Map<string, Followed>()
  for (const { id, segmentId, createdBy, locationId } of groups) {
    const creator = segmentId === null ? undefined : await findPerson(tx, createdBy)
    const segment = creator && segmentId !== null ? await findSegment(tx, creator, segmentId) : undefined
    if (segment) followed.set(id, { name: segment.name, criteria: restrictToLocation(segment.criteria, locationId) })
  }
  return followed
}

/** The criteria of a group as they are now; null for a fixed group. */
export const findCriteria = async (tx: TenantTx, group: GroupRow): Promise<ContactCriteria | null> =>
  (await findFollowedSegments(tx, [group])).get(group.id)?.criteria ?? group.criteria
