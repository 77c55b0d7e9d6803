import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FSDriver } from 'flydrive/drivers/fs'

/** Files in a local folder. */
export class FolderDriver extends FSDriver {
  readonly #location: string

  constructor(location: string) {
    super({ location, visibility: 'private' })
    this.#location = location
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#write(key, (file) => writeFile(file, contents))
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    // A source that fails while the folder is being created: the pipeline reports it.
    contents.on('error', () => {})
    await this.#write(key, (file) => pipeline(contents, createWriteStream(file)))
  }

  /** Rejects when the file is missing, before a response has begun. */
  override async getStream(key: string): Promise<Readable> {
    const stream = await super.getStream(key)
    await once(stream, 'open')
    return stream
  }

  /** Writes beside the file and renames, so that neither a full disk nor a crash leaves half of one. */
  async #write(key: string, write: (file: string) => Promise<void>): Promise<void> {
    const file = path.join(this.#location, key)
    const partial = `${file}.${randomUUID()}.part`
    await mkdir(path.dirname(file), { recursive: true })
    try {
      await write(partial)
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }
}
