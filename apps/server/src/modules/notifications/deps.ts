import type { Needs } from '../../platform/module.ts'

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

declare module '../../platform/module.ts' {
  interface BaseServices {
    pushService: PushService
  }
}

export type NotificationDeps = Needs<'inTenant' | 'now' | 'log' | 'push' | 'pushService' | 'publicUrl'>
