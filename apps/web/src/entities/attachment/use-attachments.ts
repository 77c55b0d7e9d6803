import { MESSAGE_ATTACHMENTS_MAX } from '@frontdesk/contract/rules'
import { useState } from 'react'
import { drafts } from '../draft/drafts.ts'
import { useTrialGate } from '../subscription/queries.ts'
import { attachFiles } from './attach-files.ts'
import { type SortedFiles, sortFiles } from './sort-files.ts'

export interface Attachments {
  /** Runs `open` where attachments are included, and offers an upgrade otherwise. */
  gate: (open: () => void) => void
  /** Attaches allowed files. Asks first about pasted files, and if some are not allowed. */
  add: (files: Iterable<File>, options?: { isPasted?: boolean }) => void
  attach: (files: readonly File[]) => void
  /** Files to confirm or explain before anything is attached. */
  pending: SortedFiles | undefined
  settle: () => void
}

/** Attaches picked, dropped and pasted files to the draft. */
export function useAttachments(sid: string): Attachments {
  const gate = useTrialGate()
  const [pending, setPending] = useState<SortedFiles>()
  const attach = (files: readonly File[]) => attachFiles(sid, files)
  return {
    gate: (open) => gate('attachment', open),
    add: (files, { isPasted = false } = {}) => {
      // A file list empties itself with its input or clipboard event.
      const sorted = sortFiles([...files])
      const total = drafts.get(sid).uploads.length + sorted.fitting.length
      const isDecided = sorted.notAllowed.length + sorted.tooLarge.length === 0 && total <= MESSAGE_ATTACHMENTS_MAX
      // A clipboard often contains a picture of the copied text too; it is confirmed, because it cannot be seen before.
      gate('attachment', () => (isDecided && !isPasted ? attach(sorted.fitting) : setPending(sorted)))
    },
    attach,
    pending,
    settle: () => setPending(undefined),
  }
}
