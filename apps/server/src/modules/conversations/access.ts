import { type Conversation, can, type ConversationFacts, type Viewer } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findConversation } from './queries.ts'

/**
 * The visibility predicate in SQL, for any row that has `location_id` and `to_user_id`: lists, counts, search, files and
 * missed events all go through it. It asks what `conversationRules.see` asks; a test compares the two.
 */
export function isVisible(actor: Viewer, alias: 'c' | 'n' | 'e') {
  const location = sql.ref(`${alias}.location_id`)
  const assignee = sql.ref(`${alias}.to_user_id`)
  const atMyLocations = actor.locationIds === null ? sql`true` : sql`${location} = any(${[...actor.locationIds]}::uuid[])`
  const seesOthers = can(actor, 'convos_view_assigned_to_others')
  const seesUnassigned = can(actor, 'convos_view_unassigned_conversations')
  if (seesOthers && seesUnassigned) return sql<boolean>`(${atMyLocations})`
  const ways = [sql`${assignee} = ${actor.userId}::uuid`]
  if (seesOthers) ways.push(sql`${assignee} is not null`)
  if (seesUnassigned) ways.push(sql`${assignee} is null`)
  return sql<boolean>`(${atMyLocations} and (${sql.join(ways, sql` or `)}))`
}

/** The only way from an id to a conversation. Hidden and absent look the same. */
export async function accessConversation(tx: TenantTx, actor: Actor, id: string, lock: 'read' | 'change' = 'read'): Promise<Conversation> {
  const conversation = await findConversation(tx, isVisible(actor, 'c'), id, lock)
  if (!conversation) throw new AppError('ConversationNotFound')
  return conversation
}

export const factsOf = ({ attributes: { locationID, toUserID } }: Conversation): ConversationFacts => ({ locationID, toUserID })

/** The live rooms of everybody who may see a conversation. */
export function roomsFor({ locationID, toUserID }: ConversationFacts): string[] {
  const kinds = toUserID === null ? ['unassigned'] : ['assigned', `assigned-to:${toUserID}`]
  return kinds.flatMap((kind) => [`at:${locationID}/${kind}`, `at:*/${kind}`])
}

export const ownRoom = (userId: string): string => `user:${userId}`

/** The rooms a viewer sits in; together they hold exactly what `conversationRules.see` lets them see. */
export function roomsOf(viewer: Viewer): string[] {
  const kinds = [`assigned-to:${viewer.userId}`]
  if (can(viewer, 'convos_view_assigned_to_others')) kinds.push('assigned')
  if (can(viewer, 'convos_view_unassigned_conversations')) kinds.push('unassigned')
  const places = viewer.locationIds ?? ['*']
  return [ownRoom(viewer.userId), ...places.flatMap((place) => kinds.map((kind) => `at:${place}/${kind}`))]
}
