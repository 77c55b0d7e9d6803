import { z } from 'zod'
import { endpoint, failsWith } from './endpoint.ts'
import { MediaSid } from './ids.ts'

/** A stored file. `url` requires the session's files cookie and access to its conversation. */
export const StoredFile = z.object({
  sid: MediaSid,
  filename: z.string(),
  contentType: z.string(),
  byteSize: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  url: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

export const uploadFile = endpoint({ permission: 'anyone signed in' })
  .route({
    method: 'POST',
    path: '/main/File/upload',
    tags: ['main'],
    summary: 'Uploads a picture or document to attach; its type is detected from its content',
  })
  .input(z.object({ file: z.file() }))
  .output(StoredFile)
  .errors(failsWith('NotInTrial', 'UnsupportedMediaType', 'RequestTooLarge', 'AttachmentTooLarge', 'FilesUnavailable'))

export const files = { uploadFile }
