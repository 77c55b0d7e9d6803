import type { NotificationDevice } from '@frontdesk/contract/api'
import { DEVICES_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readUserAgent } from '../../platform/http/user-agent.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { NotificationDeps, PushTarget } from './deps.ts'
import { PUSH_TO_DEVICE } from './dismiss-alerts.ts'

interface DeviceRow {
  id: string
  sessionId: string
  name: string
  userAgent: string
  isMobile: boolean
  createdAt: string
  lastPushAt: string | null
}

const COLUMNS = ['id', 'sessionId', 'name', 'userAgent', 'isMobile', 'createdAt', 'lastPushAt'] as const

const toDevice = (row: DeviceRow, actor: Actor): NotificationDevice => {
  const { os, browser } = readUserAgent(row.userAgent)
  return {
    deviceID: row.id,
    name: row.name,
    os,
    browser,
    configTypeID: row.isMobile ? 'mobile-app' : 'desktop',
    isCurrentSession: row.sessionId === actor.sessionId,
    createdOnUtc: row.createdAt,
    lastPushOnUtc: row.lastPushAt,
  }
}

const selectOwnDevices = (tx: TenantTx, actor: Actor) =>
  tx.selectFrom('pushSubscriptions').where('tenantId', '=', tx.tenantId).where('userId', '=', actor.userId)

export async function listDevices(tx: TenantTx, actor: Actor) {
  const rows = await selectOwnDevices(tx, actor)
    .select(COLUMNS)
    .orderBy('createdAt', 'desc')
    .limit(DEVICES_MAX)
    .execute()
  return rows.map((row) => toDevice(row, actor))
}

/** Upserts the device by its endpoint, because a browser subscribes again at every sign-in. */
export async function subscribeDevice(
  { pushService }: Pick<NotificationDeps, 'pushService'>,
  tx: TenantTx,
  actor: Actor,
  { endpoint, p256dh, auth }: PushTarget,
  userAgent: string,
): Promise<NotificationDevice> {
  if (!pushService.mayCall(endpoint)) throw new AppError('PushEndpointRefused')
  const { os, browser, isMobile } = readUserAgent(userAgent)
  const devices = await selectOwnDevices(tx, actor).select(['id', 'endpoint']).execute()
  if (devices.length >= DEVICES_MAX && !devices.some((device) => device.endpoint === endpoint)) {
    throw new AppError('TooManyDevices')
  }
  const values = {
    userId: actor.userId,
    sessionId: actor.sessionId,
    p256dh,
    auth,
    userAgent: userAgent.slice(0, 300),
    isMobile,
    failures: 0,
    failingSince: null,
  }
  const row = await tx
    .insertInto('pushSubscriptions')
    .values({
      tenantId: tx.tenantId,
      id: newId(),
      endpoint,
      name: `${browser}, ${os}`,
      createdAt: tx.now(),
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'endpoint']).doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toDevice(row, actor)
}

export async function renameDevice(tx: TenantTx, actor: Actor, deviceId: string, name: string) {
  const row = await tx
    .updateTable('pushSubscriptions')
    .set({ name })
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', actor.userId)
    .where('id', '=', deviceId)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw new AppError('DeviceNotFound')
  return toDevice(row, actor)
}

export async function removeDevice(tx: TenantTx, actor: Actor, deviceId: string) {
  const row = await tx
    .deleteFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', actor.userId)
    .where('id', '=', deviceId)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('DeviceNotFound')
}

export async function testDevice(tx: TenantTx, actor: Actor, deviceId: string) {
  const device = await selectOwnDevices(tx, actor).where('id', '=', deviceId).select('id').executeTakeFirst()
  if (!device) throw new AppError('DeviceNotFound')
  await enqueue(tx, {
    identifier: PUSH_TO_DEVICE,
    payload: { tenantId: tx.tenantId, deviceId, conversationId: null, what: 'test' },
    jobKey: `push:${deviceId}:test`,
    maxAttempts: 2,
  })
}
