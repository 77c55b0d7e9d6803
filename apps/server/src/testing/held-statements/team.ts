import type { UserRow } from '../../modules/accounts/queries.ts'
import type { Cleared } from '../../modules/notifications/clear-notifications.ts'
import type { StoredNotification } from '../../modules/notifications/list.ts'
import type { MemberRow as NotifiedMemberRow } from '../../modules/notifications/members.ts'
import type { Subject } from '../../modules/notifications/subjects.ts'
import type { MemberRow } from '../../modules/team/queries.ts'
import type { ColumnTypes } from '../column-types.ts'
import { type HeldStatement, hold } from './hold.ts'

const USER: ColumnTypes<UserRow> = {
  id: 'uuid',
  email: 'text',
  displayName: 'text',
  profileUrl: 'text',
  role: 'text',
  isAccountHolder: 'bool',
  hasAllLocations: 'bool',
  locationIds: '_uuid',
  tenantName: 'text',
  needsTwoStep: 'bool',
  changedPermissions: 'jsonb',
}

const TEAM_MEMBER: ColumnTypes<MemberRow> = {
  id: 'uuid',
  displayName: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  role: 'text',
  profileUrl: 'text',
  isAccountHolder: 'bool',
  hasAllLocations: 'bool',
  invitedAt: 'timestamptz',
  lastSeenAt: 'timestamptz',
  version: 'int4',
  inviteMail: 'text',
  locationIds: '_uuid',
  openConversations: 'int4',
}

const NOTIFIED_MEMBER: ColumnTypes<NotifiedMemberRow> = {
  id: 'uuid',
  email: 'citext',
  role: 'text',
  lastSeenAt: 'timestamptz',
  hasAllLocations: 'bool',
  locationIds: '_uuid',
  settings: 'jsonb',
  preferences: 'jsonb',
  timeZone: 'text',
  changedPermissions: 'jsonb',
}

const SUBJECT: ColumnTypes<Subject> = {
  conversationId: 'uuid',
  messageId: 'uuid',
  index: 'int4',
  authorUserId: 'uuid',
  author: 'text',
  body: 'text',
  mentions: '_text',
  preview: 'text',
  contact: 'text',
  locationId: 'uuid',
  toUserId: 'uuid',
  isBlocked: 'bool',
  unreadMessages: 'int4',
}

const STORED: ColumnTypes<StoredNotification> = {
  id: 'uuid',
  userId: 'uuid',
  kind: 'text',
  conversationId: 'uuid',
  updatedAt: 'timestamptz',
}

const CLEARED: ColumnTypes<Cleared> = { id: 'uuid', userId: 'uuid', pushedAt: 'timestamptz', conversationId: 'uuid' }

export const TEAM: HeldStatement[] = [
  hold<UserRow>('accounts/queries.ts UserRow', /as "needsTwoStep"/, USER),
  hold<StoredNotification & { readAt: string | null }>(
    'notifications/bulk-assigned.ts StoredNotification',
    /union all select \* from inserted/,
    {
      ...STORED,
      readAt: 'timestamptz',
    },
  ),
  hold<Cleared>(
    'notifications/clear-notifications.ts Cleared',
    /x \("actorUserId" uuid, "conversationId" uuid/,
    CLEARED,
  ),
  hold<Cleared>('notifications/clear-notifications.ts Cleared', /x \("messageId" uuid, at timestamptz\)/, CLEARED),
  hold<Cleared & { wasUnread: boolean }>(
    'notifications/clear-notifications.ts Cleared & { wasUnread }',
    /was_unread from deleted/,
    {
      ...CLEARED,
      wasUnread: 'bool',
    },
  ),
  hold<{ userId: string; locationId: string | null; toUserId: string | null; isPayout: boolean; n: number }>(
    'notifications/list.ts { userId, locationId, toUserId, isPayout, n }',
    /as "isPayout", count\(\*\)::int as n\s+from notifications/,
    {
      userId: 'uuid',
      locationId: 'uuid',
      toUserId: 'uuid',
      isPayout: 'bool',
      n: 'int4',
    },
  ),
  hold<StoredNotification>(
    'notifications/member-joined.ts StoredNotification',
    /'teammate-joined', x\."joinedId"/,
    STORED,
  ),
  hold<NotifiedMemberRow>(
    'notifications/members.ts MemberRow',
    /from notification_settings s[\s\S]*as "timeZone"/,
    NOTIFIED_MEMBER,
  ),
  hold<StoredNotification>(
    'notifications/store-notifications.ts StoredNotification',
    /on conflict \(tenant_id, user_id, conversation_id, kind\)/,
    STORED,
  ),
  hold<Subject>('notifications/subjects.ts Subject', /m\.data -> 'note' -> 'mentions'/, SUBJECT),
  hold<Subject>('notifications/subjects.ts Subject', /array\[\]::text\[\] as mentions/, SUBJECT),
  hold<MemberRow>('team/queries.ts MemberRow', /as "inviteMail"/, TEAM_MEMBER),
]
