import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Config } from '../config.ts'

const CONNECT_TIMEOUT_MS = 3_000
/** From a request's first byte to the headers of its response; an upload's part has 5 MB, a file at most 20. */
const RESPONSE_TIMEOUT_MS = 60_000

export interface BucketProblem {
  /** Waiting will not help: the bucket does not exist, or the keys may not use it. */
  isPermanent: boolean
  reason: string
  error: unknown
}

/** Files in a bucket of S3 or of a compatible store. */
export class BucketDriver extends S3Driver {
  readonly #client: S3Client
  readonly #bucket: string

  constructor({ bucket, region, endpoint, forcePathStyle, ...credentials }: S3Config) {
    const client = new S3Client({
      region,
      credentials,
      forcePathStyle,
      ...(endpoint && { endpoint }),
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    })
    // New buckets reject ACLs; read access is defined by the bucket's policy.
    super({ client, bucket, visibility: 'private', supportsACL: false })
    this.#client = client
    this.#bucket = bucket
  }

  /** Returns why the bucket cannot be used, or null. */
  async check(abortSignal: AbortSignal): Promise<BucketProblem | null> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal })
      return null
    } catch (error) {
      const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
      return { isPermanent: status >= 300 && status < 500 && status !== 429, reason: reasonOf(status), error }
    }
  }

  /** Uploads in parts, because S3 needs the length of a request in advance; a failed part aborts the upload. */
  override async putStream(key: string, contents: Readable): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: contents },
      leavePartsOnError: false,
    })
    await upload.done()
  }

  /** Overrides flydrive's version, which ignores keys that S3 did not delete and matches `ab/c` for the folder `a`. */
  override async deleteAll(folder: string): Promise<void> {
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: `${folder.replace(/\/$/, '')}/` },
    )
    for await (const { Contents = [] } of pages) {
      if (Contents.length === 0) continue
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true },
        }),
      )
      const [first] = Errors
      if (first) throw new Error(`${Errors.length} files were not deleted; the first: ${first.Key}, ${first.Code}`)
    }
  }
}

function reasonOf(status: number): string {
  if (status === 404) return 'it does not exist'
  if (status === 301) return 'it is in a region other than S3_REGION'
  if (status === 400 || status === 401 || status === 403) return 'the access key may not use it'
  return `the store responded with status ${status}`
}
