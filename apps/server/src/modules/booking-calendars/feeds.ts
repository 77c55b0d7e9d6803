import { createHash, randomBytes } from 'node:crypto'
import type { CalendarFeed } from '@frontdesk/contract/api'
import { CALENDAR_FEED_PATH, CALENDAR_FEEDS_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { accessResource } from '../booking-resources/index.ts'
import { findLocation } from '../locations/index.ts'
import type { CalendarDeps } from './deps.ts'

type FeedRow = Row<'calendarFeeds'>

const contextOf = (tenantId: string, id: string) => `calendar feed of ${tenantId}: ${id}`
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The feeds that someone made, with the addresses that only they get. Owners who view as them get none: an address has
 * the bookings of all their locations, and still works once the view has ended.
 */
export async function listFeeds(
  deps: CalendarDeps,
  tx: TenantTx,
  { userId, viewingAs }: Pick<Actor, 'userId' | 'viewingAs'>,
): Promise<CalendarFeed[]> {
  if (viewingAs && viewingAs.byUserID !== userId) return []
  const rows = await tx
    .selectFrom('calendarFeeds')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .selectAll()
    .execute()
  return rows.map((row) => toFeed(deps, row))
}

function toFeed(
  deps: CalendarDeps,
  { tenantId, id, resourceId, locationId, secret, createdAt }: FeedRow,
): CalendarFeed {
  const path = `${CALENDAR_FEED_PATH}${deps.secrets.decrypt(secret, contextOf(tenantId, id))}.ics`
  return { id, resourceID: resourceId, locationID: locationId, url: deps.publicUrl() + path, createdOnUtc: createdAt }
}

/** Adds a secret address for the bookings of a resource or a location. */
export async function addFeed(
  deps: CalendarDeps,
  tx: TenantTx,
  actor: Actor,
  { resourceID, locationID }: { resourceID?: string | undefined; locationID?: string | undefined },
): Promise<CalendarFeed> {
  const resource = resourceID === undefined ? undefined : await accessResource(tx, actor, resourceID)
  const location = locationID === undefined ? undefined : await findLocation(tx, actor, locationID)
  if (locationID !== undefined && !location) throw new AppError('LocationNotFound')
  if ((await listFeeds(deps, tx, actor)).length >= CALENDAR_FEEDS_MAX) throw new AppError('TooManyCalendars')
  const { tenantId } = tx
  const id = newId()
  const secret = randomBytes(24).toString('base64url')
  const row = await tx
    .insertInto('calendarFeeds')
    .values({
      ...{ tenantId, id, userId: actor.userId, createdAt: tx.now() },
      ...{ resourceId: resource?.id ?? null, locationId: location?.id ?? null },
      secret: deps.secrets.encrypt(secret, contextOf(tenantId, id)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('directory.calendarFeeds')
    .values({ secretHash: hashOf(secret), tenantId, feedId: id })
    .execute()
  const subject = resource?.name ?? location?.name ?? ''
  await recordAudit(tx, { action: 'calendar.feed-added', actor, subject, at: tx.now() })
  return toFeed(deps, row)
}

export async function revokeFeed(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('calendarFeeds')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('userId', '=', actor.userId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new AppError('CalendarNotFound')
  await tx.deleteFrom('directory.calendarFeeds').where('tenantId', '=', tx.tenantId).where('feedId', '=', id).execute()
  await recordAudit(tx, { action: 'calendar.feed-revoked', actor, subject: 'Calendar feed', at: tx.now() })
}
