import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Attachments } from './use-attachments.ts'

const ACCEPT =
  'image/*,video/mp4,video/quicktime,video/3gpp,audio/*,application/pdf,text/vcard,text/plain,text/csv,.vcf'

/** Picks files to attach. */
export function AttachButton({ attachments }: { attachments: Attachments }) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionIcon
        aria-label={t`Attach a file`}
        data-tip={t`Attach a file`}
        onClick={() => attachments.gate(() => picker.current?.click())}
      >
        <IconPaperclip size={18} stroke={1.75} />
      </ActionIcon>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        onChange={(event) => {
          attachments.add(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
