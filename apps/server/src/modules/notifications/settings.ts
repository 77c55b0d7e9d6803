import type { NotificationPreferences, NotificationSetting } from '@frontdesk/contract/api'
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KIND_KEYS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  notificationRules,
  notificationTypeID,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { ownRoom } from '../visibility/index.ts'
import { notificationSettingsChanged } from './events.ts'
import { findMember, type Member } from './members.ts'

export const typesOf = (channel: NotificationChannel) =>
  NOTIFICATION_KIND_KEYS.map((kind) => ({
    notificationTypeID: notificationTypeID(channel, kind),
    configTypeID: channel,
    kind,
    isEnabledByDefault: NOTIFICATION_KINDS[kind][channel],
  }))

/** All settings with the user's values, or the defaults. */
const allSettings = ({ settings }: Member): NotificationSetting[] =>
  NOTIFICATION_CHANNELS.flatMap((channel) =>
    NOTIFICATION_KIND_KEYS.map((kind) => ({
      notificationTypeID: notificationTypeID(channel, kind),
      configTypeID: channel,
      isEnabled: notificationRules.isOn(settings, channel, kind),
    })),
  )

const findSelf = async (tx: TenantTx, actor: Actor): Promise<Member> => {
  const member = await findMember(tx, actor.userId)
  if (!member) throw new AppError('NotSignedIn')
  return member
}

export const getSettings = async (tx: TenantTx, actor: Actor) => allSettings(await findSelf(tx, actor))

export const getPreferences = async (tx: TenantTx, actor: Actor) => (await findSelf(tx, actor)).preferences

export async function saveSettings(tx: TenantTx, actor: Actor, settings: NotificationSetting[]) {
  // Deduplicate by id, last one wins: an upsert cannot touch a row twice.
  const isEnabledByType = new Map(settings.map((setting) => [setting.notificationTypeID, setting.isEnabled]))
  await tx
    .insertInto('notificationSettings')
    .values(
      [...isEnabledByType].map(([notificationTypeId, isEnabled]) => ({
        tenantId: tx.tenantId,
        userId: actor.userId,
        notificationTypeId,
        isEnabled,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'userId', 'notificationTypeId'])
        .doUpdateSet((row) => ({ isEnabled: row.ref('excluded.isEnabled') })),
    )
    .execute()
  await publishSettingsChanged(tx, actor)
  return allSettings(await findSelf(tx, actor))
}

export async function savePreferences(tx: TenantTx, actor: Actor, preferences: NotificationPreferences) {
  assertTimeZone(preferences.timeZone)
  const values = { ...preferences, quietDays: [...new Set(preferences.quietDays)].sort() }
  await tx
    .insertInto('notificationPreferences')
    .values({ tenantId: tx.tenantId, userId: actor.userId, ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet(values))
    .execute()
  await publishSettingsChanged(tx, actor)
  return values
}

function assertTimeZone(timeZone: string): void {
  try {
    Temporal.Now.instant().toZonedDateTimeISO(timeZone)
  } catch {
    throw new AppError('InvalidInput', { fields: [{ path: 'timeZone', message: 'Not a time zone' }] })
  }
}

async function publishSettingsChanged(tx: TenantTx, actor: Actor): Promise<void> {
  const at = tx.now()
  const id = await notificationSettingsChanged.record(tx, {
    at,
    audienceUserId: actor.userId,
    actorUserId: actor.userId,
  })
  tx.publish([ownRoom(actor.userId)], { type: 'notification-preferences.changed', id, at })
}
