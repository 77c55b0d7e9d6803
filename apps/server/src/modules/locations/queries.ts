import type { LocationConsequences, LocationOverview } from '@frontdesk/contract/api'
import { HOLDING_STATUSES, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { toArray } from '../../platform/database/to-array.ts'
import type { LocationRow } from './rows.ts'

const visibleLocations = (tx: TenantTx, actor: Pick<Viewer, 'locationIds'>) => {
  const all = tx.selectFrom('locations').where('locations.tenantId', '=', tx.tenantId)
  return actor.locationIds === null ? all : all.where('locations.id', 'in', [...actor.locationIds, NO_LOCATION])
}

/** Matches no row; `IN ()` is invalid SQL. */
const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

export const listLocations = (tx: TenantTx, actor: Pick<Viewer, 'locationIds'>): Promise<LocationRow[]> =>
  visibleLocations(tx, actor)
    .leftJoin('phoneNumbers', (join) =>
      join
        .onRef('phoneNumbers.tenantId', '=', 'locations.tenantId')
        .onRef('phoneNumbers.locationId', '=', 'locations.id'),
    )
    .distinctOn('locations.id')
    .orderBy('locations.id')
    .orderBy('phoneNumbers.createdAt')
    .selectAll('locations')
    .select('phoneNumbers.phoneNumber')
    .limit(1000)
    .execute()

/** Finds a location the actor may see. */
export const findLocation = (tx: TenantTx, actor: Viewer, id: string) =>
  visibleLocations(tx, actor).where('locations.id', '=', id).selectAll('locations').executeTakeFirst()

/** Finds the default location for requests without one. */
export const findOldestLocation = (tx: TenantTx, actor: Viewer) =>
  visibleLocations(tx, actor)
    .orderBy('locations.createdAt')
    .orderBy('locations.id')
    .selectAll('locations')
    .limit(1)
    .executeTakeFirst()

/** The first location of the business, for what belongs to all of it. */
export const findFirstLocationId = async (tx: TenantTx): Promise<string> =>
  (
    await tx
      .selectFrom('locations')
      .where('tenantId', '=', tx.tenantId)
      .orderBy('createdAt')
      .orderBy('id')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

/** Locks and finds a location the actor may see. */
export const lockLocation = (tx: TenantTx, actor: Actor, id: string) =>
  visibleLocations(tx, actor).where('locations.id', '=', id).selectAll('locations').forNoKeyUpdate().executeTakeFirst()

/** Whether a location exists, also one that the actor does not have. */
export const locationExists = async (tx: TenantTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/** Finds an existing location with the columns of responses. */
export const findLocationRow = (tx: TenantTx, id: string): Promise<LocationRow> =>
  tx
    .selectFrom('locations')
    .leftJoin('phoneNumbers', (join) =>
      join
        .onRef('phoneNumbers.tenantId', '=', 'locations.tenantId')
        .onRef('phoneNumbers.locationId', '=', 'locations.id'),
    )
    .where('locations.tenantId', '=', tx.tenantId)
    .where('locations.id', '=', id)
    .orderBy('phoneNumbers.createdAt')
    .selectAll('locations')
    .select('phoneNumbers.phoneNumber')
    .limit(1)
    .executeTakeFirstOrThrow()

const MAX_MEMBERS = 6

/** Lists numbers and members of the actor's locations. Users with all locations are members of each. */
export async function listOverview(tx: TenantTx, actor: Actor): Promise<LocationOverview[]> {
  const rows = await tx
    .selectFrom('locations as l')
    .where('l.tenantId', '=', tx.tenantId)
    .where(
      actor.locationIds === null ? sql<boolean>`true` : sql<boolean>`l.id = any(${[...actor.locationIds]}::uuid[])`,
    )
    .select('l.id')
    .select((eb) => {
      const members = eb
        .selectFrom('users as u')
        .where('u.tenantId', '=', tx.tenantId)
        .where('u.removedAt', 'is', null)
        .where(({ or, exists, selectFrom, ref }) =>
          or([
            ref('u.hasAllLocations'),
            exists(
              selectFrom('userLocations as ul')
                .where('ul.tenantId', '=', tx.tenantId)
                .whereRef('ul.userId', '=', 'u.id')
                .whereRef('ul.locationId', '=', 'l.id')
                .select('ul.userId'),
            ),
          ]),
        )
      return [
        toArray(
          eb
            .selectFrom('phoneNumbers as p')
            .where('p.tenantId', '=', tx.tenantId)
            .whereRef('p.locationId', '=', 'l.id')
            .orderBy('p.createdAt')
            .orderBy('p.id')
            .select('p.phoneNumber'),
        ).as('phoneNumbers'),
        jsonArrayFrom(
          members
            .orderBy('u.displayName')
            .orderBy('u.id')
            .limit(MAX_MEMBERS)
            .select(['u.id', 'u.displayName', 'u.profileUrl']),
        ).as('members'),
        members.select(COUNT).$asScalar().$notNull().as('memberCount'),
      ]
    })
    .orderBy('l.id')
    .limit(1000)
    .execute()
  return rows.map(({ id, members, ...row }) => ({
    ...row,
    locationID: id,
    members: members.map(({ id: userID, ...member }) => ({ userID, ...member })),
  }))
}

const COUNT = sql<number>`count(*)::int`.as('n')

/** Tables whose rows keep a location from being removed, besides those that are counted. */
const OTHER_TABLES = [
  ...['booking_offers', 'booking_waitlist', 'booking_gaps', 'groups', 'group_messages', 'campaigns', 'automations'],
  ...['payment_documents', 'payment_credits'],
]

/** Counts what has to move before a location can be removed. */
export async function countConsequences(tx: TenantTx, id: string): Promise<LocationConsequences> {
  const isUpcoming = sql<boolean>`ends_at > ${tx.now()} and status = any(${[...HOLDING_STATUSES]}::text[])`
  const existsIn = (table: string, condition = sql<boolean>`true`) => sql<boolean>`exists (
    select from ${sql.table(table)} where tenant_id = ${tx.tenantId} and location_id = ${id} and ${condition}
  )`
  const { hasBusinessHours, ...counts } = await tx
    .selectNoFrom((eb) => {
      const countAt = (table: 'phoneNumbers' | 'contacts' | 'userLocations' | 'bookingResources') =>
        eb
          .selectFrom(table)
          .where('tenantId', '=', tx.tenantId)
          .where('locationId', '=', id)
          // A further number of a contact is no contact.
          .where(table === 'contacts' ? sql<boolean>`main_id is null` : sql<boolean>`true`)
          .select(COUNT)
          .$asScalar()
          .$notNull()
      const countConversations = (isClosed: boolean) =>
        eb
          .selectFrom('conversationCounts')
          .where('tenantId', '=', tx.tenantId)
          .where('locationId', '=', id)
          .where('isClosed', '=', isClosed)
          .select(sql<number>`coalesce(sum(n), 0)::int`.as('n'))
          .$asScalar()
          .$notNull()
      return [
        countAt('phoneNumbers').as('phoneNumbers'),
        countConversations(false).as('openConversations'),
        countConversations(true).as('closedConversations'),
        countAt('contacts').as('contacts'),
        countAt('userLocations').as('members'),
        countAt('bookingResources').as('rooms'),
        eb
          .selectFrom('bookings')
          .where('tenantId', '=', tx.tenantId)
          .where('locationId', '=', id)
          .where(isUpcoming)
          .select(COUNT)
          .$asScalar()
          .$notNull()
          .as('upcomingVisits'),
        sql<boolean>`(${sql.join(
          [
            existsIn('bookings', sql<boolean>`not (${isUpcoming})`),
            // A further number of a contact at another location.
            existsIn('contacts', sql<boolean>`main_id is not null`),
            ...OTHER_TABLES.map((table) => existsIn(table)),
          ],
          sql` or `,
        )})`.as('hasOther'),
        eb
          .exists(
            eb
              .selectFrom('businessHours')
              .where('tenantId', '=', tx.tenantId)
              .where('locationId', '=', id)
              .select('locationId'),
          )
          .as('hasBusinessHours'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { ...counts, hasBusinessHours: Boolean(hasBusinessHours) }
}

export const countLocations = async (tx: TenantTx): Promise<number> => {
  const rows = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}
