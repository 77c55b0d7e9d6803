import {
  type ConversationScope,
  can,
  type DocumentKind,
  type Permission,
  SETTING_PERMISSIONS,
  type SettingSubject,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { TEAM_ROOM } from '../../platform/realtime/realtime.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { grantsAccessTo } from './contact-visibility.ts'

/** The realtime rooms of everyone who may see a conversation. */
export function roomsFor({ locationId, assigneeId }: ConversationScope): string[] {
  const kinds = assigneeId === null ? ['unassigned'] : ['assigned', `assigned-to:${assigneeId}`]
  return kinds.flatMap((kind) => [`at:${locationId}/${kind}`, `at:*/${kind}`])
}

/** The realtime rooms of everyone who has a location, regardless of which conversations they may see there. */
export const atLocationRooms = (locationId: string): string[] => [`at:${locationId}/anyone`, 'at:*/anyone']

/** The realtime rooms of everyone who has a location and manages documents of a kind. */
export const documentRooms = (locationId: string, kind: DocumentKind): string[] => [
  `at:${locationId}/${kind}s`,
  `at:*/${kind}s`,
]

/** The realtime rooms of everyone who may see a contact. */
export async function contactRooms(tx: TenantTx, id: string): Promise<string[]> {
  const contact = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where('t.id', '=', id)
    .select(['t.locationId', contactPhones().as('phones')])
    .executeTakeFirst()
  if (!contact) return []
  const granting: ConversationScope[] = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(grantsAccessTo(tx, sql`${contact.phones}::text[]`))
    .select(['c.locationId', 'c.toUserId as assigneeId'])
    .execute()
  if (granting.length > 0) return [...new Set(granting.flatMap(roomsFor))]
  return atLocationRooms(contact.locationId)
}

export { TEAM_ROOM }

const permissionRoom = (permission: Permission): string => `may:${permission}`

/** Whether the viewer may read a setting, and therefore receives its changes. */
export function maySeeSetting(viewer: Viewer, subject: SettingSubject): boolean {
  const permission = SETTING_PERMISSIONS[subject]
  return permission === undefined || can(viewer, permission)
}

/** The realtime room of everyone who may read a setting. */
export function settingRoom(subject: SettingSubject): string {
  const permission = SETTING_PERMISSIONS[subject]
  return permission === undefined ? TEAM_ROOM : permissionRoom(permission)
}

export const ownRoom = (userId: string): string => `user:${userId}`

/** The rooms a viewer joins; together they receive exactly what `conversationRules.see` allows. */
export function roomsOf(viewer: Viewer): string[] {
  const kinds = ['anyone', `assigned-to:${viewer.userId}`]
  if (can(viewer, 'convos_view_assigned_to_others')) kinds.push('assigned')
  if (can(viewer, 'convos_view_unassigned_conversations')) kinds.push('unassigned')
  if (can(viewer, 'payments_manage')) kinds.push('requests')
  if (can(viewer, 'payments_manage_estimates')) kinds.push('estimates')
  const locations = viewer.locationIds ?? ['*']
  const permissions = Object.values(SETTING_PERMISSIONS).filter((permission) => can(viewer, permission))
  return [
    TEAM_ROOM,
    ownRoom(viewer.userId),
    ...permissions.map(permissionRoom),
    ...locations.flatMap((location) => kinds.map((kind) => `at:${location}/${kind}`)),
  ]
}
