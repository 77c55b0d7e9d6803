import http from 'node:http'
import https from 'node:https'
import type { ConnectionOverrides, RetryReason } from './connection-overrides.ts'
import { sign } from './sign.ts'

const MAX_RESPONSE_BYTES = 64 * 1024

export interface WebhookPost {
  method: string
  authToken: string
  token: string
  parameters: Record<string, string>
}

export type WebhookOutcome =
  | { hasResponse: true; status: number; contentType: string; body: string; reason: RetryReason | null }
  | { hasResponse: false; error: string; reason: RetryReason }

export interface WebhookClient {
  post(target: ConnectionOverrides, webhook: WebhookPost): Promise<WebhookOutcome>
  close(): void
}

export function createWebhookClient(maxSockets: number): WebhookClient {
  const plain = new http.Agent({ keepAlive: true, maxSockets })
  const secure = new https.Agent({ keepAlive: true, maxSockets })

  const once = (target: ConnectionOverrides, webhook: WebhookPost) =>
    new Promise<WebhookOutcome & { isStale?: boolean }>((resolve) => {
      const form = new URLSearchParams(webhook.parameters).toString()
      const isGet = webhook.method === 'GET'
      const signedUrl = isGet ? `${target.url}${target.url.includes('?') ? '&' : '?'}${form}` : target.url
      const url = URL.parse(signedUrl)
      if (!url) return resolve({ hasResponse: false, error: '11100 invalid URL', reason: 'ct' })

      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request(url, {
        method: webhook.method,
        agent: isSecure ? secure : plain,
        headers: {
          ...(!isGet && {
            'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
            'content-length': Buffer.byteLength(form),
          }),
          accept: '*/*',
          'user-agent': 'TwilioProxy/1.1',
          'x-home-region': 'us1',
          'i-twilio-idempotency-token': webhook.token,
          'x-twilio-signature': sign(webhook.authToken, signedUrl, isGet ? {} : webhook.parameters),
        },
      })

      let isConnected = false
      let timer: NodeJS.Timeout | undefined
      const finish = (outcome: WebhookOutcome & { isStale?: boolean }) => {
        clearTimeout(timer)
        resolve(outcome)
      }
      const failAfter = (ms: number, reason: 'ct' | 'rt', error: string) => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          finish({ hasResponse: false, error, reason })
          request.destroy()
        }, ms)
      }
      const connected = () => {
        isConnected = true
        failAfter(target.readTimeoutMs, 'rt', '11200 response timed out')
      }

      request.on('socket', (socket) => {
        if (!socket.connecting) return connected()
        failAfter(target.connectTimeoutMs, 'ct', '11205 connect timed out')
        socket.once(isSecure ? 'secureConnect' : 'connect', connected)
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message
        finish({
          hasResponse: false,
          error: isConnected ? `11200 ${why}` : `11205 ${why}`,
          reason: isConnected ? 'rt' : 'ct',
          isStale: request.reusedSocket && error.code === 'ECONNRESET',
        })
      })
      request.on('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size <= MAX_RESPONSE_BYTES) parts.push(part)
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          finish({
            hasResponse: true,
            status,
            contentType: response.headers['content-type'] ?? '',
            body: Buffer.concat(parts).toString('utf8'),
            reason: status >= 500 ? '5xx' : status >= 400 ? '4xx' : null,
          })
        })
        response.on('error', () => finish({ hasResponse: false, error: '11200 response was cut off', reason: 'rt' }))
      })
      request.end(isGet ? undefined : form)
    })

  return {
    async post(target, webhook) {
      const first = await once(target, webhook)
      // The receiver closed an idle keep-alive connection just as it was reused: not a failure, retry on a new one.
      return first.isStale ? once(target, webhook) : first
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}
