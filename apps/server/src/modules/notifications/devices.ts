import type { NotificationDevice } from '@frontdesk/contract/api'
import { DEVICES_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readUserAgent } from '../../platform/http/user-agent.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { PUSH_TO_DEVICE } from './close.ts'
import type { NotificationDeps, PushTarget } from './deps.ts'

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

const own = (tx: TenantTx, actor: Actor) =>
  tx.selectFrom('pushSubscriptions').where('tenantId', '=', tx.tenantId).where('userId', '=', actor.userId)

export const listDevices = ({ inTenant }: NotificationDeps, actor: Actor) =>
  inTenant(actor, async (tx) => {
    const rows = await own(tx, actor).select(COLUMNS).orderBy('createdAt', 'desc').limit(DEVICES_MAX).execute()
    return rows.map((row) => toDevice(row, actor))
  })

/** A browser subscribes anew whenever its person signs in: the same endpoint stays one device. */
export async function subscribeDevice(
  deps: NotificationDeps,
  actor: Actor,
  { endpoint, p256dh, auth }: PushTarget,
  userAgent: string,
): Promise<NotificationDevice> {
  if (!deps.pushService.mayCall(endpoint)) throw new AppError('PushEndpointRefused')
  const { os, browser, isMobile } = readUserAgent(userAgent)
  return deps.inTenant(actor, async (tx) => {
    const known = await own(tx, actor).select(['id', 'endpoint']).execute()
    if (known.length >= DEVICES_MAX && !known.some((device) => device.endpoint === endpoint)) {
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
        createdAt: deps.now(),
        ...values,
      })
      .onConflict((conflict) => conflict.columns(['tenantId', 'endpoint']).doUpdateSet(values))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toDevice(row, actor)
  })
}

export const renameDevice = ({ inTenant }: NotificationDeps, actor: Actor, deviceId: string, name: string) =>
  inTenant(actor, async (tx) => {
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
  })

export const removeDevice = ({ inTenant }: NotificationDeps, actor: Actor, deviceId: string) =>
  inTenant(actor, async (tx) => {
    const row = await tx
      .deleteFrom('pushSubscriptions')
      .where('tenantId', '=', tx.tenantId)
      .where('userId', '=', actor.userId)
      .where('id', '=', deviceId)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new AppError('DeviceNotFound')
  })

export const testDevice = ({ inTenant }: NotificationDeps, actor: Actor, deviceId: string) =>
  inTenant(actor, async (tx) => {
    const device = await own(tx, actor).where('id', '=', deviceId).select('id').executeTakeFirst()
    if (!device) throw new AppError('DeviceNotFound')
    await enqueue(tx, {
      identifier: PUSH_TO_DEVICE,
      payload: { tenantId: tx.tenantId, deviceId, conversationId: null, what: 'test' },
      jobKey: `push:${deviceId}:test`,
      maxAttempts: 2,
    })
  })
