import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { PushService } from '../../modules/notifications/index.ts'
import type { HostBreakers } from '../../platform/outbound/host-breakers.ts'
import { isPublicHost, lookupPublic } from '../public-address.ts'

const TIMEOUT_MS = 5000

export interface WebPushOptions {
  keys: { publicKey: string; privateKey: string }
  /** Contact for push services (RFC 8292): a `mailto:` or `https:` URL. */
  subject: () => string
  /** Origin of a self-hosted push service, which may have a private address. */
  trustedOrigin: string | null
  breakers: HostBreakers
  timeoutMs?: number
}

/**
 * Sends to browsers' push services (RFC 8030) with payloads encrypted for the browser (RFC 8291). Endpoints come from
 * browsers and are untrusted: only public hosts are called, by https, and redirects are not followed.
 */
export function createWebPush({
  keys,
  subject,
  trustedOrigin,
  breakers,
  timeoutMs = TIMEOUT_MS,
}: WebPushOptions): PushService {
  const isTrusted = (url: URL) => url.origin === trustedOrigin
  const mayCall = (endpoint: string) => {
    const url = URL.parse(endpoint)
    if (!url || url.username || url.password) return false
    if (isTrusted(url)) return true
    return url.protocol === 'https:' && url.port === '' && isPublicHost(url.hostname)
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
      const status = await breakers.call(url.host, async () => {
        const responseStatus = await post(url, {
          headers: request.headers as http.OutgoingHttpHeaders,
          body: request.body ?? Buffer.alloc(0),
          timeoutMs,
          isPublic: !isTrusted(url),
        })
        if (responseStatus === 429 || responseStatus >= 500)
          throw new Error(`The push service responded with status ${responseStatus}.`)
        return responseStatus
      })
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status >= 300) throw new Error(`The push service responded with status ${status}.`)
      return 'sent'
    },
  }
}

interface PostOptions {
  headers: http.OutgoingHttpHeaders
  body: Buffer
  timeoutMs: number
  isPublic: boolean
}

const post = (url: URL, { headers, body, timeoutMs, isPublic }: PostOptions) =>
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
