import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import type { DriverContract } from 'flydrive/types'
import { type Config, StartError } from './config.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import { FolderDriver } from './storage/folder-driver.ts'

/** Writes are atomic. Throws `FilesUnavailable` while the store is unreachable. */
export interface Storage {
  put: (key: string, contents: Uint8Array) => Promise<void>
  /** Throws `FileMissing` for a key without a file. */
  get: (key: string) => Promise<Uint8Array>
  putStream: (key: string, contents: Readable) => Promise<void>
  getStream: (key: string) => Promise<Readable>
  /** Succeeds if the file does not exist. */
  delete: (key: string) => Promise<void>
  /** Deletes everything in a folder such as `tenant/`. */
  deleteAll: (folder: string) => Promise<void>
}

/**
 * Stores a file before the row that refers to it, so that a row always has its file. If the row cannot be stored, for
 * example because the business has been deleted, deletes the file again.
 */
export async function putWithRow(
  storage: Pick<Storage, 'put' | 'delete'>,
  key: string,
  contents: Uint8Array,
  insertRow: () => Promise<unknown>,
): Promise<void> {
  await storage.put(key, contents)
  try {
    await insertRow()
  } catch (error) {
    await storage.delete(key)
    throw error
  }
}

export class FileMissing extends Error {
  override name = 'FileMissing'
}

/** A network that drops packets must not delay the start. */
const CHECK_TIMEOUT_MS = 5_000

/** Stores files in the bucket of `S3_*`, or else under the data folder. Keys start with the tenant's id. */
export async function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, log: Log): Promise<Storage> {
  if (!s3) return storageOn(new FolderDriver(path.join(dataDir, 'files')), log)
  // Loaded only when configured: the SDK would add its modules to every start.
  const { BucketDriver } = await import('./storage/bucket-driver.ts')
  const driver = new BucketDriver(s3)
  const problem = await driver.check(AbortSignal.timeout(CHECK_TIMEOUT_MS))
  if (problem?.isPermanent) {
    const { bucket } = s3
    throw new StartError(`The bucket ${bucket} of S3_BUCKET cannot be used: ${problem.reason}. Check S3_*.`)
  }
  if (problem) log.error({ err: problem.error, bucket: s3.bucket }, 'the file storage is not reachable')
  return storageOn(driver, log)
}

function storageOn(driver: DriverContract, log: Log): Storage {
  const disk = new Disk(driver)
  const attempt = async <Result>(action: string, key: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (isMissing(error)) throw new FileMissing(`File ${key} does not exist.`, { cause: error })
      log.error({ err: error, key }, `the file storage failed to ${action}`)
      throw new AppError('FilesUnavailable')
    }
  }
  return {
    put: (key, contents) => attempt('write', key, () => disk.put(key, contents)),
    get: (key) => attempt('read', key, () => disk.getBytes(key)),
    putStream: (key, contents) =>
      attempt('write', key, () => disk.putStream(key, contents)).catch((error) => {
        // The source failed, not the store.
        throw contents.errored ?? error
      }),
    getStream: (key) => attempt('read', key, () => disk.getStream(key)),
    delete: (key) => attempt('delete', key, () => disk.delete(key)),
    deleteAll: (folder) => attempt('delete', folder, () => disk.deleteAll(folder)),
  }
}

/** Covers the errors of the file system and of S3. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOENT') || error.name === 'NoSuchKey' || isMissing(error.cause))
