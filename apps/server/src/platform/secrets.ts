import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

export interface Secrets {
  /** Signs bearer tokens. */
  tokenKey: Uint8Array
  /** Signs the addresses under which a carrier fetches our media. */
  mediaKey: Uint8Array
  /** Signs what is sent to browsers' push services (RFC 8292). Another one would end every subscription. */
  pushKeys: { publicKey: string; privateKey: string }
  encrypt: (text: string) => Buffer
  decrypt: (sealed: Buffer) => string
}

/** All keys come from one: SECRET_KEY, or one made on first start and kept in the data folder. */
export async function loadSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  const master = config.secretKey ?? (await keptKey(path.join(config.dataDir, 'secret.key')))
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'frontdesk', purpose, 32))
  const encryptionKey = derive('encryption at rest')
  return {
    tokenKey: derive('bearer tokens'),
    mediaKey: derive('media addresses'),
    pushKeys: keyPair(derive('web push')),
    encrypt: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** Any 32 bytes are a private key of P-256, but for a chance of one in 2^32 that setPrivateKey refuses. */
function keyPair(secret: Uint8Array): Secrets['pushKeys'] {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

async function keptKey(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept.trim()
  const made = randomBytes(32).toString('base64url')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, made, { mode: 0o600, flag: 'wx' })
  return made
}
