import type { NotificationPreferences, NotificationSetting } from '@frontdesk/contract/api'
import {
  type ChangedPermission,
  type ConversationScope,
  can,
  conversationRules,
  effectivePermissions,
  type Viewer,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

/** A possible recipient, with the rights and settings that decide what they are notified of. */
export interface Member {
  viewer: Viewer
  email: string
  lastSeenAt: string | null
  settings: Pick<NotificationSetting, 'notificationTypeID' | 'isEnabled'>[]
  preferences: NotificationPreferences
}

export type MemberRow = Pick<Row<'users'>, 'id' | 'email' | 'role' | 'lastSeenAt' | 'hasAllLocations'> & {
  locationIds: string[]
  settings: Member['settings']
  preferences: NotificationPreferences | null
  timeZone: string | null
  changedPermissions: ChangedPermission[]
}

const NIGHT = { quietFrom: '20:00', quietUntil: '08:00', quietDays: [1, 2, 3, 4, 5, 6, 7] }

/** Finds the active members, or one of them, in a single query. */
export async function findMembers(tx: TenantTx, userId: string | null = null): Promise<Member[]> {
  const rows = await runPrepared(
    tx,
    sql<MemberRow>`
    select u.id, u.email, u.role, u.last_seen_at as "lastSeenAt", u.has_all_locations as "hasAllLocations",
      array(select l.location_id from user_locations l where l.tenant_id = ${tx.tenantId} and l.user_id = u.id) as "locationIds",
      coalesce((
        select jsonb_agg(jsonb_build_object('notificationTypeID', s.notification_type_id, 'isEnabled', s.is_enabled))
        from notification_settings s where s.tenant_id = ${tx.tenantId} and s.user_id = u.id
      ), '[]') as settings,
      (select jsonb_build_object(
          'timeZone', p.time_zone, 'isSoundOn', p.is_sound_on, 'quietHoursEnabled', p.quiet_hours_enabled,
          'quietFrom', p.quiet_from, 'quietUntil', p.quiet_until, 'quietDays', p.quiet_days)
        from notification_preferences p where p.tenant_id = ${tx.tenantId} and p.user_id = u.id) as preferences,
      (select l.time_zone from locations l where l.tenant_id = ${tx.tenantId}
        order by not exists (
          select from user_locations ul where ul.tenant_id = ${tx.tenantId} and ul.user_id = u.id and ul.location_id = l.id
        ), l.created_at limit 1) as "timeZone",
      coalesce((
        select jsonb_agg(jsonb_build_object('permission', r.permission, 'isGranted', r.is_granted))
        from role_permissions r where r.tenant_id = ${tx.tenantId} and r.role = u.role
      ), '[]') as "changedPermissions"
    from users u
    where u.tenant_id = ${tx.tenantId} and u.removed_at is null and u.invited_at is null ${userId === null ? sql`` : sql`and u.id = ${userId}`}
    limit 1000`,
  )
  return rows.map((row) => ({
    viewer: {
      userId: row.id,
      role: row.role,
      permissions: effectivePermissions(row.role, row.changedPermissions),
      locationIds: row.hasAllLocations ? null : row.locationIds,
    },
    email: row.email,
    lastSeenAt: row.lastSeenAt,
    settings: row.settings,
    preferences: row.preferences ?? {
      timeZone: row.timeZone ?? 'UTC',
      isSoundOn: true,
      quietHoursEnabled: false,
      ...NIGHT,
    },
  }))
}

export async function findMember(tx: TenantTx, userId: string): Promise<Member | undefined> {
  return (await findMembers(tx, userId))[0]
}

export const maySee = ({ viewer }: Member, scope: ConversationScope): boolean => conversationRules.see(viewer, scope)

/** Whether the viewer may know of payouts, which belong to the whole business. */
export const seesPayouts = (viewer: Viewer): boolean => can(viewer, 'payments_manage') && viewer.locationIds === null

/** Apart from payouts, notifications without a location are about the team and visible to every member. */
export const maySeeNotification = (
  member: Member,
  notification: { locationId: string | null; toUserId: string | null; isPayout: boolean },
): boolean =>
  notification.locationId === null
    ? !notification.isPayout || seesPayouts(member.viewer)
    : maySee(member, { locationId: notification.locationId, assigneeId: notification.toUserId })
