import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import type { Attachments } from './use-attachments.ts'

const AttachmentModals = lazyWithRetry(async () => ({
  default: (await import('./AttachmentModals.tsx')).AttachmentModals,
}))

interface Props {
  attachments: Attachments
  /** Called once they are attached or dismissed. */
  onClose?: () => void
}

/** Dialogs about files that were chosen, dropped or pasted, until they are attached or dismissed. */
export function PendingAttachments({ attachments: { pending, attach, settle }, onClose }: Props) {
  return (
    <Suspense>
      {pending && (
        <AttachmentModals
          files={pending}
          onAttach={attach}
          onClose={() => {
            settle()
            onClose?.()
          }}
        />
      )}
    </Suspense>
  )
}
