import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFauxqs } from 'fauxqs'

const BUCKET = 'frontdesk-tests'

export interface S3Server {
  /** Environment variables that make Frontdesk use this server. */
  env: Record<string, string>
  /** Keys of all objects, and the parts of unfinished uploads as paths. */
  files: () => Promise<string[]>
  /** Refuses connections until `restart`; objects are kept. */
  stop: () => Promise<void>
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Starts a local S3 server with an empty bucket. It accepts any credentials. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'frontdesk-s3-'))
  const start = (port: number) => startFauxqs({ port, host: '127.0.0.1', logger: false, s3StorageDir: directory })
  let server = await start(0)
  const { port } = server
  server.createBucket(BUCKET)
  return {
    env: {
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'tests',
      S3_SECRET_ACCESS_KEY: 'tests',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    files: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
        .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)))
        .map((file) => file.replace(/^buckets\/[^/]+\/objects\/(.*)\.data$/, '$1'))
        .sort()
    },
    stop: () => server.stop(),
    restart: async () => {
      server = await start(port)
    },
    close: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
