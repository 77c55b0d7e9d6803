import { can, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'

/**
 * The visibility predicate in SQL, for any row that has `location_id` and `to_user_id`: lists, counts, search, files
 * and missed events all go through it. It is the SQL counterpart of `conversationRules.see`; a test compares the two.
 */
export function isVisible(actor: Viewer, alias: 'c' | 'n' | 'e' | 'o') {
  const location = sql.ref(`${alias}.location_id`)
  const assignee = sql.ref(`${alias}.to_user_id`)
  const atMyLocations =
    actor.locationIds === null ? sql`true` : sql`${location} = any(${[...actor.locationIds]}::uuid[])`
  const seesOthers = can(actor, 'convos_view_assigned_to_others')
  const seesUnassigned = can(actor, 'convos_view_unassigned_conversations')
  if (seesOthers && seesUnassigned) return sql<boolean>`(${atMyLocations})`
  const ways = [sql`${assignee} = ${actor.userId}::uuid`]
  if (seesOthers) ways.push(sql`${assignee} is not null`)
  if (seesUnassigned) ways.push(sql`${assignee} is null`)
  return sql<boolean>`(${atMyLocations} and (${sql.join(ways, sql` or `)}))`
}
