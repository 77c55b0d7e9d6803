import { fromSearchText, toListFilter, toSearchText, VIEW_COUNT_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { countMatching } from '../conversations/index.ts'
import { listLocations } from '../locations/index.ts'
import { listSavedViews, type ViewKind } from './saved-views.ts'

/** Views of the inbox. */
export const INBOX_VIEWS: ViewKind = {
  list: 'inbox',
  subject: 'views',
  auditSubject: 'Shared views',
  errors: { notFound: 'ViewNotFound', tooMany: 'TooManyViews', tooManyShared: 'TooManySharedViews' },
  normalize: (search) => toSearchText(fromSearchText(search)),
}

/**
 * Counts each view as the caller sees it: “mine” are their conversations, days are in their location's time zone.
 */
export async function countViews(
  tx: TenantTx,
  actor: Actor,
  { locationID }: { locationID: string | null },
): Promise<Record<string, number>> {
  const locations = await listLocations(tx, actor)
  const zone = (locations.find(({ id }) => id === locationID) ?? locations[0])?.timeZone ?? 'UTC'
  const counts: Record<string, number> = {}
  for (const { id, search } of await listSavedViews(tx, actor, INBOX_VIEWS)) {
    const filter = toListFilter(fromSearchText(search), {
      locationId: locationID,
      myUserId: actor.userId,
      zone,
      now: tx.now(),
    })
    counts[id] = await countMatching(tx, actor, filter, VIEW_COUNT_MAX + 1)
  }
  return counts
}
