import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import webPush from 'web-push'
import type { PushService } from '../../modules/notifications/index.ts'
import { isPublicAddress, lookupPublic } from '../public-address.ts'

export interface WebPushOptions {
  keys: { publicKey: string; privateKey: string }
  /** Whom a push service may write to about what we send: `mailto:` or `https:`. */
  subject: () => string
  /** A push service of our own, which may stand in a private place. */
  trustedOrigin: string | null
  timeoutMs?: number
}

/**
 * Calls browsers' push services (RFC 8030) with payloads only the browser can read (RFC 8291). The addresses come from
 * browsers, so from strangers: only public ones are called, by https, and redirects are not followed.
 */
export function createWebPush({ keys, subject, trustedOrigin, timeoutMs = 10_000 }: WebPushOptions): PushService {
  const isTrusted = (url: URL) => url.origin === trustedOrigin
  const mayCall = (endpoint: string) => {
    const url = URL.parse(endpoint)
    if (!url || url.username || url.password) return false
    if (isTrusted(url)) return true
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.protocol !== 'https:' || url.port !== '') return false
    return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  }
  return {
    publicKey: keys.publicKey,
    mayCall,
    send: async ({ endpoint, p256dh, auth }, payload, { topic, ttlSeconds }) => {
      if (!mayCall(endpoint)) return 'gone'
      const url = new URL(endpoint)
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: subject(), ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
        topic: topic.replace(/[^\w-]/g, ''),
        contentEncoding: 'aes128gcm',
      })
      const status = await post(url, {
        headers: request.headers as http.OutgoingHttpHeaders,
        body: request.body ?? Buffer.alloc(0),
        timeoutMs,
        isPublic: !isTrusted(url),
      })
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status >= 300) throw new Error(`The push service answered ${status}.`)
      return 'sent'
    },
  }
}

interface Posted {
  headers: http.OutgoingHttpHeaders
  body: Buffer
  timeoutMs: number
  isPublic: boolean
}

const post = (url: URL, { headers, body, timeoutMs, isPublic }: Posted) =>
  new Promise<number>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isPublic && { lookup: lookupPublic }),
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
