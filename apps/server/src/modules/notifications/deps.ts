import type { Needs } from '../../platform/module.ts'

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** Delivers notifications to browsers without an open tab. */
export interface PushService {
  /** VAPID key that browsers subscribe with. */
  publicKey: string
  /** Guards against SSRF: clients choose the endpoint that the server sends requests to. */
  mayCall: (endpoint: string) => boolean
  /** Resolves to `gone` when the browser has unsubscribed; rejects when a retry may succeed. */
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
