import http from 'node:http'
import https from 'node:https'
import type { ConnectionOverrides, RetryReason } from './connection-overrides.ts'
import { sign } from './sign.ts'

const MAX_ANSWER_BYTES = 64 * 1024

export interface WebhookCall {
  method: string
  authToken: string
  token: string
  parameters: Record<string, string>
}

export type WebhookOutcome =
  | { isAnswered: true; status: number; contentType: string; body: string; reason: RetryReason | null }
  | { isAnswered: false; error: string; reason: RetryReason }

export interface WebhookClient {
  post(target: ConnectionOverrides, call: WebhookCall): Promise<WebhookOutcome>
  close(): void
}

export function createWebhookClient(maxSockets: number): WebhookClient {
  const plain = new http.Agent({ keepAlive: true, maxSockets })
  const secure = new https.Agent({ keepAlive: true, maxSockets })

  const once = (target: ConnectionOverrides, call: WebhookCall) =>
    new Promise<WebhookOutcome & { isStale?: boolean }>((resolve) => {
      const form = new URLSearchParams(call.parameters).toString()
      const isGet = call.method === 'GET'
      const signedUrl = isGet ? `${target.url}${target.url.includes('?') ? '&' : '?'}${form}` : target.url
      const url = URL.parse(signedUrl)
      if (!url) return resolve({ isAnswered: false, error: '11100 invalid URL', reason: 'ct' })

      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? https : http).request(url, {
        method: call.method,
        agent: isSecure ? secure : plain,
        headers: {
          ...(!isGet && {
            'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
            'content-length': Buffer.byteLength(form),
          }),
          accept: '*/*',
          'user-agent': 'TwilioProxy/1.1',
          'x-home-region': 'us1',
          'i-twilio-idempotency-token': call.token,
          'x-twilio-signature': sign(call.authToken, signedUrl, isGet ? {} : call.parameters),
        },
      })

      let isConnected = false
      let timer: NodeJS.Timeout | undefined
      const finish = (outcome: WebhookOutcome & { isStale?: boolean }) => {
        clearTimeout(timer)
        resolve(outcome)
      }
      const giveUpAfter = (ms: number, reason: 'ct' | 'rt', error: string) => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          finish({ isAnswered: false, error, reason })
          request.destroy()
        }, ms)
      }
      const connected = () => {
        isConnected = true
        giveUpAfter(target.readTimeoutMs, 'rt', '11200 no answer in time')
      }

      request.on('socket', (socket) => {
        if (!socket.connecting) return connected()
        giveUpAfter(target.connectTimeoutMs, 'ct', '11205 no connection in time')
        socket.once(isSecure ? 'secureConnect' : 'connect', connected)
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message
        finish({
          isAnswered: false,
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
          if (size <= MAX_ANSWER_BYTES) parts.push(part)
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          finish({
            isAnswered: true,
            status,
            contentType: response.headers['content-type'] ?? '',
            body: Buffer.concat(parts).toString('utf8'),
            reason: status >= 500 ? '5xx' : status >= 400 ? '4xx' : null,
          })
        })
        response.on('error', () => finish({ isAnswered: false, error: '11200 answer broke off', reason: 'rt' }))
      })
      request.end(isGet ? undefined : form)
    })

  return {
    async post(target, call) {
      const first = await once(target, call)
      // An idle keep-alive connection that the receiver closed a moment ago says nothing about the receiver.
      return first.isStale ? once(target, call) : first
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}
