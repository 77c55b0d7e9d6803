import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { recordAudit } from '../audit/index.ts'
import { countConsequences, countLocations, lockLocation } from './queries.ts'
import { recordLocationChanged } from './record-location-changed.ts'

/**
 * Removes a location and moves its numbers, conversations, contacts, members, visits and rooms to another one. Without
 * a successor it must be empty. The last location cannot be removed.
 */
export async function removeLocation(
  { locationFollowers }: Needs<'locationFollowers'>,
  tx: TenantTx,
  actor: Actor,
  { id, moveToLocationID }: { id: string; moveToLocationID?: string | undefined },
): Promise<{ success: true }> {
  const to = moveToLocationID === id ? undefined : moveToLocationID
  // Locks all locations in order, so that concurrent removals cannot remove the last one.
  const count = await countLocations(tx)
  const location = await lockLocation(tx, actor, id)
  if (!location) throw new AppError('LocationNotFound')
  if (to !== undefined && !(await lockLocation(tx, actor, to))) throw new AppError('LocationNotFound')
  if (count <= 1) throw new AppError('LastLocation')

  const at = tx.now()
  const consequences = await countConsequences(tx, id)
  // No foreign key keeps the location of a room.
  if (to === undefined && consequences.rooms > 0) throw new AppError('LocationInUse', consequences)
  if (to !== undefined) {
    await moveRows(tx, id, to)
    for (const follow of locationFollowers) await follow(tx, { from: id, to, by: actor, at })
  }
  await tx
    .deleteFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (isForeignKeyViolation(error)) throw new AppError('LocationInUse', consequences)
      throw error
    })
  await recordLocationChanged(tx, { locationID: id, actorUserId: actor.userId, change: 'removed', at })
  const { phoneNumbers, openConversations, closedConversations, contacts } = consequences
  await recordAudit(tx, {
    action: 'location.removed',
    actor,
    subject: location.name,
    locationIDs: [id],
    data: { phoneNumbers, conversations: openConversations + closedConversations, contacts },
    at,
  })
  return { success: true }
}

async function moveRows(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('phoneNumbers')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
  await tx
    .insertInto('userLocations')
    .columns(['tenantId', 'userId', 'locationId'])
    .expression((query) =>
      query
        .selectFrom('userLocations')
        .where('tenantId', '=', tx.tenantId)
        .where('locationId', '=', from)
        .select(['tenantId', 'userId'])
        .select((select) => select.val(to).$castTo<string>().as('locationId')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isForeignKeyViolation = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'
