import type { Clock } from '../../platform/clock.ts'
import type { InTenant } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** What carries a notification to a browser that is closed. */
export interface PushService {
  /** What a browser subscribes with. */
  publicKey: string
  /** Whether this may be the address of a push service: strangers choose it, and we call it. */
  mayCall: (endpoint: string) => boolean
  /** `gone`: the browser has withdrawn. Rejects when it may work later. */
  send: (
    target: PushTarget,
    payload: string,
    options: { topic: string; ttlSeconds: number },
  ) => Promise<'sent' | 'gone'>
}

export interface NotificationDeps {
  inTenant: InTenant
  now: Clock
  log: Log
  push: Realtime['push']
  pushService: PushService
  publicUrl: () => string
}
