import type { StoredFile } from '@frontdesk/contract/api'
import { isBlank, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useRef } from 'react'
import { AttachButton } from '../../entities/attachment/AttachButton.tsx'
import { AttachmentChips } from '../../entities/attachment/AttachmentChips.tsx'
import { detach } from '../../entities/attachment/attach-files.ts'
import { PendingAttachments } from '../../entities/attachment/PendingAttachments.tsx'
import type { Attachments } from '../../entities/attachment/use-attachments.ts'
import type { Upload } from '../../entities/draft/drafts.ts'
import { BulkTextField } from '../../entities/group/BulkTextField.tsx'
import shared from '../../entities/group/Group.module.css'
import { type Audience, sendPreview } from '../../entities/group/queries.ts'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'

const PREVIEW_AFTER_MS = 400

/** Previews who would get the text, once the typing pauses. */
export function useSendPreview(audience: Audience, text: string) {
  const [debounced] = useDebouncedValue(text, PREVIEW_AFTER_MS)
  return useQuery(sendPreview(audience, debounced)).data
}

/** Whether the text fits and the files are uploaded. */
export const isSendable = (text: string, uploads: readonly Upload[]): boolean =>
  (uploads.length > 0 || !isBlank(text)) &&
  text.length <= MESSAGE_TEXT_MAX &&
  uploads.every(({ stored }) => stored !== undefined)

export const storedFiles = (uploads: readonly Upload[]): StoredFile[] => uploads.flatMap(({ stored }) => stored ?? [])

interface Props {
  text: string
  onText: (text: string) => void
  audience: Audience
  attachments: Attachments
  uploads: readonly Upload[]
  /** The key of the uploads in the drafts. */
  draftKey: string
  hasAutofocus?: boolean
  /** Whether to show the text as the first recipient gets it. */
  hasSample?: boolean
}

/** Composer of a group message, with templates, variables, and a preview of the recipients. */
export function GroupMessageField({
  text,
  onText,
  audience,
  attachments,
  uploads,
  draftKey,
  hasAutofocus = false,
  hasSample = false,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const preview = useSendPreview(audience, text)
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    attachments.add(event.clipboardData.files, { isPasted: true })
  }
  return (
    <div className={shared.compose}>
      <AttachmentChips uploads={uploads} onRemove={(upload) => detach(draftKey, upload)} />
      <BulkTextField
        field={field}
        text={text}
        onText={onText}
        segments={preview?.segments}
        hasAutofocus={hasAutofocus}
        onPaste={onPaste}
        tools={<AttachButton attachments={attachments} />}
        isMms={uploads.length > 0}
      />
      {preview && <SendPreviewText preview={preview} hasSample={hasSample} />}
      <PendingAttachments attachments={attachments} onClose={() => field.current?.focus()} />
    </div>
  )
}
