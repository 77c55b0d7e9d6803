import { ContactCriteria, type ContactSegment, type View } from '@frontdesk/contract/api'
import { fromSegmentText, toContactCriteria, toSegmentText, type Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { assertStorable } from '../../platform/http/api.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findOldestLocation } from '../locations/index.ts'
import { deleteView, listSavedViews, saveView, type ViewKind } from '../views/index.ts'

const SEGMENTS: ViewKind = {
  list: 'contacts',
  subject: 'contact-segments',
  auditSubject: 'Shared segments',
  errors: { notFound: 'SegmentNotFound', tooMany: 'TooManySegments', tooManyShared: 'TooManySharedSegments' },
  normalize: (search) => toSegmentText(fromSegmentText(search)),
}

const criteriaOf = (search: string, zone: string, now: string): ContactCriteria =>
  toContactCriteria(fromSegmentText(search), { locationId: null, zone, now })

/** Adds what the segments match now. Days are in the time zone of the first location, as in the list. */
async function withCriteria(tx: TenantTx, actor: Viewer, views: readonly View[]): Promise<ContactSegment[]> {
  if (views.length === 0) return []
  const zone = (await findOldestLocation(tx, actor))?.timeZone ?? 'UTC'
  return views.map((view) => ({ ...view, criteria: criteriaOf(view.search, zone, tx.now()) }))
}

/** Refuses a query string whose decoded criteria no list would accept, because it could not be listed once stored. */
function assertCriteria(search: string, now: string): void {
  const criteria = criteriaOf(search, 'UTC', now)
  assertStorable(criteria, ['search'])
  if (!ContactCriteria.safeParse(criteria).success) throw invalidInput('search', 'Not a valid filter')
}

export const listSegments = async (tx: TenantTx, actor: Viewer): Promise<ContactSegment[]> =>
  withCriteria(tx, actor, await listSavedViews(tx, actor, SEGMENTS))

export async function saveSegment(
  tx: TenantTx,
  actor: Actor,
  draft: Parameters<typeof saveView>[3],
): Promise<ContactSegment> {
  assertCriteria(draft.search, tx.now())
  const view = await saveView(tx, actor, SEGMENTS, draft)
  const [segment] = await withCriteria(tx, actor, [view])
  return segment ?? { ...view, criteria: {} }
}

export const deleteSegment = async (tx: TenantTx, actor: Actor, id: string): Promise<ContactSegment[]> =>
  withCriteria(tx, actor, await deleteView(tx, actor, SEGMENTS, id))

/**
 * Finds the name and criteria of a segment; undefined if the viewer has no such segment, because it was deleted or is
 * no longer shared.
 */
export async function findSegment(
  tx: TenantTx,
  viewer: Viewer,
  id: string,
): Promise<Pick<ContactSegment, 'name' | 'criteria' | 'isShared'> | undefined> {
  return (await listSegments(tx, viewer)).find((segment) => segment.id === id)
}
