import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

export interface Secrets {
  /** Signs bearer tokens. */
  tokenKey: Uint8Array
  /** Signs the URLs from which the carrier fetches media. */
  mediaKey: Uint8Array
  /** Signs the links by which contacts change their visits. */
  visitKey: Uint8Array
  /** Signs the links by which contacts pay and approve. */
  paymentKey: Uint8Array
  /** VAPID keys for browsers' push services (RFC 8292). A change invalidates all subscriptions. */
  pushKeys: { publicKey: string; privateKey: string }
  /** With `context`, only those who decrypt with the same one get the text (additional authenticated data). */
  encrypt: (text: string, context?: string) => Buffer
  decrypt: (sealed: Buffer, context?: string) => string
}

/** Derives all keys from SECRET_KEY, or from a key that is generated on first start and stored in the data folder. */
export async function loadSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  const master = config.secretKey ?? (await loadOrCreateKey(path.join(config.dataDir, 'secret.key')))
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'frontdesk', purpose, 32))
  const encryptionKey = derive('encryption at rest')
  return {
    tokenKey: derive('bearer tokens'),
    mediaKey: derive('media addresses'),
    visitKey: derive('visit links'),
    paymentKey: derive('payment links'),
    pushKeys: keyPair(derive('web push')),
    encrypt: (text, context = '') => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt: (sealed, context = '') => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** Nearly any 32 bytes are a valid P-256 private key; setPrivateKey rejects one in 2^32. */
function keyPair(secret: Uint8Array): Secrets['pushKeys'] {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

async function loadOrCreateKey(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored) return stored.trim()
  const key = randomBytes(32).toString('base64url')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, key, { mode: 0o600, flag: 'wx' })
  return key
}
