import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import { atLocationRooms, TEAM_ROOM } from './rooms.ts'

// Groups, campaigns and the like belong to one location, or with null to the whole business. Business-wide ones are
// seen by everyone, and changed by those who have all locations.

/** SQL: whether the viewer sees what belongs to the location in a column. */
export const isInScope = ({ locationIds }: Pick<Viewer, 'locationIds'>, column: string): RawBuilder<boolean> =>
  locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${[...locationIds]}::uuid[]))`

/** The same for a location that has been read. */
export const seesScope = ({ locationIds }: Pick<Viewer, 'locationIds'>, locationId: string | null): boolean =>
  locationId === null || (locationIds?.includes(locationId) ?? true)

/** Whether the viewer may change what belongs to a location they see. */
export const mayEditInScope = ({ locationIds }: Pick<Viewer, 'locationIds'>, locationId: string | null): boolean =>
  locationIds === null || (locationId !== null && locationIds.includes(locationId))

export function assertMayEditInScope(viewer: Viewer, locationId: string | null): void {
  if (!mayEditInScope(viewer, locationId)) throw new AppError('Forbidden', { permission: 'admin_manage_locations' })
}

/** The realtime rooms of everyone who sees what belongs to a location. */
export const roomsOfScope = (locationId: string | null): string[] =>
  locationId === null ? [TEAM_ROOM] : atLocationRooms(locationId)
