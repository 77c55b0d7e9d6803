import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { readConfig, StartError } from './config.ts'
import { AppError } from './errors.ts'
import { createLog } from './log.ts'
import { createStorage, FileMissing, type Storage } from './storage.ts'

let s3: S3Server
let dataDir: string
beforeAll(async () => {
  s3 = await startS3Server()
  dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-storage-'))
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
})

const log = createLog('silent')
const logged = vi.spyOn(log, 'error')
const errors = () => logged.mock.calls.map(([, message]) => message)

const open = (env: Record<string, string> = {}) =>
  createStorage(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env }), log)
const bytes = (text: string) => new TextEncoder().encode(text)
const digest = (contents: Uint8Array) => createHash('sha256').update(contents).digest('hex')

describe.each([
  { kind: 'a local folder', openStorage: () => open(), files: 4 },
  // S3 lists, and deletes, a thousand at a time.
  { kind: 'a bucket', openStorage: () => open(s3.env), files: 1_001 },
])('in $kind', ({ openStorage, files }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage()
  })

  test('a file is written, read, replaced and deleted', async () => {
    await storage.put('tenant/file', bytes('First'))
    await storage.put('tenant/file', bytes('Second'))
    expect(await storage.get('tenant/file')).toEqual(bytes('Second'))
    expect(await buffer(await storage.getStream('tenant/file'))).toEqual(Buffer.from('Second'))
    await storage.delete('tenant/file')
    await expect(storage.get('tenant/file')).rejects.toThrow(FileMissing)
  })

  test('reading a missing file fails, deleting it succeeds', async () => {
    await expect(storage.get('tenant/none')).rejects.toThrow(FileMissing)
    await expect(storage.getStream('tenant/none')).rejects.toThrow(FileMissing)
    await storage.delete('tenant/none')
    await storage.deleteAll('nobody/')
  })

  test('a large file is streamed in and out', async () => {
    const contents = randomBytes(12_000_000)
    const chunks = Array.from({ length: 120 }, (_, i) => contents.subarray(i * 100_000, (i + 1) * 100_000))
    await storage.putStream('tenant/export.zip', Readable.from(chunks))
    expect(digest(await buffer(await storage.getStream('tenant/export.zip')))).toBe(digest(contents))
  })

  test('a failing stream stores nothing', async () => {
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(6_000_000)
        yield randomBytes(6_000_000)
        throw new Error('source failed')
      })(),
    )
    await expect(storage.putStream('tenant/broken', failing)).rejects.toThrow('source failed')
    await expect(storage.get('tenant/broken')).rejects.toThrow(FileMissing)
  })

  test('deletes a folder with all of its files and nothing else', async () => {
    const keys = Array.from({ length: files }, (_, i) => `tenant/${i % 2 ? 'avatars/' : ''}${i}`)
    for (let i = 0; i < keys.length; i += 100)
      await Promise.all(keys.slice(i, i + 100).map((key) => storage.put(key, bytes(key))))
    await storage.put('tenant-2/file', bytes('Kept'))
    await storage.deleteAll('tenant/')
    for (const key of [keys[0], keys[1], keys.at(-1)]) await expect(storage.get(key ?? '')).rejects.toThrow(FileMissing)
    expect(await storage.get('tenant-2/file')).toEqual(bytes('Kept'))
  })
})

test('a failed write leaves no partial file in the folder and no part in the bucket', async () => {
  expect(await readdir(path.join(dataDir, 'files'), { recursive: true })).toEqual(['tenant-2', 'tenant-2/file'])
  expect(await s3.files()).toEqual(['tenant-2/file'])
})

test('an unreachable store is a typed error, and works again once it is back', async () => {
  const storage = await open(s3.env)
  await s3.stop()
  logged.mockClear()
  const attempts = await Promise.allSettled([
    storage.put('tenant/file', bytes('x')),
    storage.putStream('tenant/file', Readable.from([bytes('x')])),
    storage.get('tenant/file'),
    storage.getStream('tenant/file'),
    storage.delete('tenant/file'),
    storage.deleteAll('tenant/'),
  ])
  const failure = { status: 'rejected', reason: new AppError('FilesUnavailable') }
  expect(attempts).toEqual(attempts.map(() => failure))
  expect(errors()).toHaveLength(6)
  logged.mockClear()
  const later = await open(s3.env)
  expect(errors()).toEqual(['the file storage is not reachable'])
  await s3.restart()
  await later.put('tenant/file', bytes('Back'))
  expect(await storage.get('tenant/file')).toEqual(bytes('Back'))
})

test('startup fails when the bucket does not exist', async () => {
  const start = open({ ...s3.env, S3_BUCKET: 'another-bucket' })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow('The bucket another-bucket of S3_BUCKET cannot be used: it does not exist.')
})

test('startup fails when the key has no access to the bucket', async () => {
  const store = http.createServer((_request, response) => response.writeHead(403).end())
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const { port } = store.address() as AddressInfo
  await expect(open({ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${port}` })).rejects.toThrow(
    'the access key may not use it',
  )
  store.closeAllConnections()
  await new Promise((resolve) => store.close(resolve))
})

test('rejects an incomplete configuration and lists what is missing', () => {
  expect(() => readConfig({ S3_BUCKET: 'files', S3_REGION: 'eu-west-1' })).toThrow(
    'S3_BUCKET, S3_REGION is set, but not S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  )
  expect(readConfig({}).s3).toBeNull()
  const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig(keys).s3).toMatchObject({ region: 'us-east-1', endpoint: null, forcePathStyle: false })
  expect(readConfig({ ...keys, S3_ENDPOINT: 'http://store:9000' }).s3?.forcePathStyle).toBe(true)
})
