import type { View } from '@frontdesk/contract/api'
import { fromSearchText, toListFilter, VIEW_COUNT_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { countMatching } from '../conversations/index.ts'
import { listLocations } from '../locations/index.ts'

export async function listViews(tx: TenantTx, actor: Actor): Promise<View[]> {
  const rows = await tx
    .selectFrom('conversationViews')
    .where('tenantId', '=', tx.tenantId)
    .where((where) => where.or([where('userId', '=', actor.userId), where('isShared', '=', true)]))
    .select(['id', 'name', 'search', 'isShared', 'userId'])
    .orderBy('isShared', 'desc')
    .orderBy((order) => order.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map(({ userId, ...view }) => ({ ...view, isOwn: userId === actor.userId }))
}

/** Counts each view as the caller sees it: “mine” are their conversations, days are in their location's time zone. */
export async function countViews(
  tx: TenantTx,
  actor: Actor,
  { locationID }: { locationID: string | null },
): Promise<Record<string, number>> {
  const locations = await listLocations(tx, actor)
  const zone = (locations.find(({ id }) => id === locationID) ?? locations[0])?.timeZone ?? 'UTC'
  const counts: Record<string, number> = {}
  for (const { id, search } of await listViews(tx, actor)) {
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
