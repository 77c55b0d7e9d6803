import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '@frontdesk/contract/rules'
import { importJWK, jwtVerify } from 'jose'

/** Local push service that accepts only payloads that a browser could decrypt. */
export interface TestPushService {
  origin: string
  /** Creates a push subscription like a browser. */
  subscription: () => { endpoint: string; p256dh: string; auth: string }
  /** Decrypted payloads of a subscription, in order. */
  received: (endpoint: string) => PushPayload[]
  headers: Record<string, string | string[] | undefined>[]
  /** Sets the status of all further responses. */
  respondWith: (status: number) => void
  close: () => Promise<void>
}

interface Browser {
  keys: ECDH
  auth: Buffer
  received: PushPayload[]
}

export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Browser>()
  const headers: TestPushService['headers'] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const browser = browsers.get(request.url ?? '')
      try {
        await assertSigned(String(request.headers.authorization), origin)
        if (!browser) return response.writeHead(404).end()
        if (status < 300) {
          browser.received.push(JSON.parse(decrypt(browser, Buffer.concat(chunks)).toString('utf8')))
          headers.push(request.headers)
        }
        response.writeHead(status).end()
      } catch (error) {
        response.writeHead(400).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    headers,
    subscription: () => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${crypto.randomUUID()}`
      browsers.set(path, { keys, auth, received: [] })
      return {
        endpoint: origin + path,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    received: (endpoint) => browsers.get(new URL(endpoint).pathname)?.received ?? [],
    respondWith: (next) => {
      status = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** RFC 8292: verifies the sender's VAPID token for this service. */
async function assertSigned(authorization: string, origin: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] })
  if (!/^(mailto|https):/.test(String(payload.sub))) throw new Error('The VAPID token has no valid subject.')
}

/** RFC 8188 and 8291: decrypts a single aes128gcm record with keys derived by Diffie-Hellman. */
function decrypt({ keys, auth }: Browser, body: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
  const record = body.subarray(21 + senderKey.length)
  const derive = (secret: Uint8Array, from: Uint8Array, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const shared = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), auth, shared, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
