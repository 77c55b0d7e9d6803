import { MESSAGE_ATTACHMENTS_MAX, UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { ERROR_TEXTS, errorText } from '../../lib/error-texts.ts'
import { onlineOrAfter } from '../../ui/lazy/lazy-with-retry.ts'
import { drafts, type Upload } from '../draft/drafts.ts'
import { uploadFile } from './upload-file.ts'

const AGAIN_MS = 5000

/** Attaches files to the draft and uploads them at once, so that sending does not wait for them. */
export function attachFiles(sid: string, files: Iterable<File>) {
  for (const file of files) attach(sid, file)
}

function attach(sid: string, file: File) {
  const id = crypto.randomUUID()
  const stop = new AbortController()
  const change = (part: Partial<Upload>) =>
    drafts.setUploads(sid, (uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))

  const isTooMany = drafts.get(sid).uploads.length >= MESSAGE_ATTACHMENTS_MAX
  const isTooLarge = file.size > UPLOAD_MAX_BYTES
  const upload: Upload = {
    id,
    filename: file.name,
    progress: 0,
    abort: () => stop.abort(),
    ...(file.type.startsWith('image/') && { previewUrl: URL.createObjectURL(file) }),
    ...(isTooMany && { problem: t`A message can have up to ${MESSAGE_ATTACHMENTS_MAX} attachments.` }),
    ...(isTooLarge && { problem: i18n._(ERROR_TEXTS.RequestTooLarge) }),
  }
  drafts.setUploads(sid, (uploads) => [...uploads, upload])
  if (isTooMany || isTooLarge) return

  const store = async () => {
    for (;;) {
      try {
        return await uploadFile(file, {
          signal: stop.signal,
          onProgress: (progress) => change({ progress, isWaiting: false }),
        })
      } catch (error) {
        // After a response a retry would get the same one.
        if (stop.signal.aborted || (error instanceof Error && 'status' in error)) throw error
        change({ progress: 0, isWaiting: true })
        await onlineOrAfter(AGAIN_MS)
      }
      stop.signal.throwIfAborted()
    }
  }
  store()
    .then((stored) => change({ stored, progress: 1, isWaiting: false }))
    .catch((error: unknown) => {
      if (!stop.signal.aborted) change({ problem: errorText(error) })
    })
}

export function detach(sid: string, upload: Upload) {
  upload.abort()
  if (upload.previewUrl) URL.revokeObjectURL(upload.previewUrl)
  drafts.setUploads(sid, (uploads) => uploads.filter(({ id }) => id !== upload.id))
}
