import type { StoredFile } from '@frontdesk/contract/api'
import { useEffect, useState } from 'react'
import { AttachmentChips } from '../../entities/attachment/AttachmentChips.tsx'
import { detach } from '../../entities/attachment/attach-files.ts'
import { PendingAttachments } from '../../entities/attachment/PendingAttachments.tsx'
import { type Attachments, useAttachments } from '../../entities/attachment/use-attachments.ts'
import { drafts, type Upload, useWriting } from '../../entities/draft/drafts.ts'

interface Options {
  files: readonly StoredFile[]
  onFiles: (files: readonly StoredFile[]) => void
}

/** The files of a campaign, and those that are being uploaded for it. */
export function useCampaignFiles({ files, onFiles }: Options) {
  const [key] = useState(() => crypto.randomUUID())
  const { uploads } = useWriting(key)
  const attachments = useAttachments(key)
  useEffect(() => () => drafts.forget(key), [key])
  useEffect(() => {
    const stored = uploads.flatMap((upload) => upload.stored ?? [])
    if (stored.length === 0) return
    for (const upload of uploads) if (upload.stored) detach(key, upload)
    onFiles([...files, ...stored])
  }, [uploads, key, files, onFiles])
  const present = files.map(
    (file): Upload => ({ id: file.sid, filename: file.filename, progress: 1, stored: file, abort: () => {} }),
  )
  return {
    attachments,
    uploads: [...present, ...uploads],
    remove: (upload: Upload) =>
      upload.stored ? onFiles(files.filter(({ sid }) => sid !== upload.id)) : detach(key, upload),
    isUploading: uploads.some(({ problem }) => problem === undefined),
  }
}

type Props = Pick<ReturnType<typeof useCampaignFiles>, 'uploads' | 'remove'> & { attachments: Attachments }

export function CampaignFiles({ attachments, uploads, remove }: Props) {
  return (
    <>
      <AttachmentChips uploads={uploads} onRemove={remove} />
      <PendingAttachments attachments={attachments} />
    </>
  )
}
