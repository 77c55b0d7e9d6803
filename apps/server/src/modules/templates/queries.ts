import type { Template } from '@frontdesk/contract/api'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { toArray } from '../../platform/database/to-array.ts'

export const MAX_TEMPLATES = 500

/** SQL: whether the actor has one of the locations of template `t`. */
const isVisible = (tx: TenantTx, actor: Actor) =>
  actor.locationIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(t.is_everywhere or exists (
        select from template_locations l where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
          and l.location_id = any(${[...actor.locationIds]}::uuid[])))`

/** SQL: whether the template `t` is also used at locations the actor does not have. */
const isShared = (tx: TenantTx, actor: Actor) =>
  actor.locationIds === null
    ? sql<boolean>`false`
    : sql<boolean>`(t.is_everywhere or exists (
        select from template_locations l where l.tenant_id = ${tx.tenantId} and l.template_id = t.id
          and l.location_id <> all(${[...actor.locationIds]}::uuid[])))`

/** SQL: whether the actor has the location of a row `l`. */
const isOwnLocation = ({ locationIds }: Actor) =>
  locationIds === null ? sql<boolean>`true` : sql<boolean>`l.location_id = any(${[...locationIds]}::uuid[])`

/** The locations of the template `t`. */
const selectLocationIds = (tx: TenantTx, eb: ExpressionBuilder<DB & { t: DB['templates'] }, 't'>) =>
  eb
    .selectFrom('templateLocations as l')
    .where('l.tenantId', '=', tx.tenantId)
    .whereRef('l.templateId', '=', 't.id')
    .orderBy('l.locationId')
    .select('l.locationId')

async function selectTemplates(tx: TenantTx, actor: Actor, condition: RawBuilder<boolean>): Promise<Template[]> {
  const rows = await tx
    .selectFrom('templates as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(isVisible(tx, actor))
    .where(condition)
    .select(['t.id', 't.title', 't.message', 't.lastUsedAt', 't.usedCount', 't.version', 't.isEverywhere'])
    .select((eb) => [
      toArray(selectLocationIds(tx, eb).where(isOwnLocation(actor))).as('locationIds'),
      eb
        .exists(
          eb
            .selectFrom('templateFavorites as f')
            .where('f.tenantId', '=', tx.tenantId)
            .whereRef('f.templateId', '=', 't.id')
            .where('f.userId', '=', actor.userId)
            .select('f.userId'),
        )
        .as('favorite'),
      isShared(tx, actor).as('isShared'),
    ])
    .orderBy('favorite', 'desc')
    .orderBy('t.usedCount', 'desc')
    .orderBy((eb) => eb.fn('lower', ['t.title']))
    .orderBy('t.id')
    .limit(MAX_TEMPLATES)
    .execute()
  return rows.map(({ isEverywhere, locationIds, favorite, ...row }) => ({
    ...row,
    favorite: Boolean(favorite),
    locationIDs: isEverywhere ? null : locationIds,
    locationsCount: isEverywhere ? 0 : locationIds.length,
  }))
}

export const listTemplates = (tx: TenantTx, actor: Actor): Promise<Template[]> => selectTemplates(tx, actor, sql`true`)

export const findTemplate = async (tx: TenantTx, actor: Actor, id: string): Promise<Template | undefined> =>
  (await selectTemplates(tx, actor, sql`t.id = ${id}`))[0]

/** Locks a template and finds it. */
export async function lockTemplate(tx: TenantTx, actor: Actor, id: string): Promise<Template | undefined> {
  await tx
    .selectFrom('templates')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return findTemplate(tx, actor, id)
}

/** The locations that use a template; null means all. */
export async function findLocationsOf(tx: TenantTx, id: string): Promise<string[] | null> {
  const template = await tx
    .selectFrom('templates as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', '=', id)
    .select(['t.isEverywhere', (eb) => toArray(selectLocationIds(tx, eb)).as('locationIds')])
    .executeTakeFirst()
  return !template || template.isEverywhere ? null : template.locationIds
}
