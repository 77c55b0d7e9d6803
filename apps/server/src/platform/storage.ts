import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

export interface Storage {
  put: (key: string, contents: Uint8Array) => Promise<void>
  get: (key: string) => Promise<Uint8Array>
  putStream: (key: string, contents: Readable) => Promise<void>
  getStream: (key: string) => Promise<Readable>
  delete: (key: string) => Promise<void>
  /** Everything whose key begins so. */
  deleteAll: (prefix: string) => Promise<void>
}

/** Files under the data folder. Keys start with the tenant's id. */
export function createStorage(dataDir: string): Storage {
  const disk = new Disk(new FSDriver({ location: path.join(dataDir, 'files'), visibility: 'private' }))
  return {
    put: (key, contents) => disk.put(key, contents),
    get: (key) => disk.getBytes(key),
    putStream: (key, contents) => disk.putStream(key, contents),
    getStream: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    deleteAll: (prefix) => disk.deleteAll(prefix),
  }
}
