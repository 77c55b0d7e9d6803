import { MESSAGE_ATTACHMENTS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CloseButton, FileButton, Input } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { sortFiles } from '../../../entities/attachment/sort-files.ts'
import { uploadFile } from '../../../entities/attachment/upload-file.ts'
import { errorText } from '../../../lib/error-texts.ts'
import classes from '../Payments.module.css'
import type { DocumentContent } from './document-content.ts'

interface Props {
  content: DocumentContent
  onMerge: (change: (now: DocumentContent) => Partial<DocumentContent>) => void
}

/** Files of a document, which are on its page and attached to its emails. */
export function FilesField({ content: { attachments: files, uploads }, onMerge }: Props) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const add = async (chosen: File[]) => {
    const { fitting, notAllowed, tooLarge } = sortFiles(chosen)
    const left = MESSAGE_ATTACHMENTS_MAX - files.length
    setProblem(
      fitting.length > left
        ? t`A document can have up to ${MESSAGE_ATTACHMENTS_MAX} files.`
        : notAllowed.length > 0
          ? t`You can attach pictures, videos, audio, PDFs, contact cards, and plain text.`
          : tooLarge.length > 0
            ? t`This file is too large.`
            : null,
    )
    const added = fitting.slice(0, left)
    onMerge((now) => ({ uploads: now.uploads + added.length }))
    for (const file of added) {
      try {
        const stored = await uploadFile(file, { signal: stop.current.signal, onProgress: () => {} })
        onMerge((now) => ({ attachments: [...now.attachments, stored] }))
      } catch (error) {
        if (!stop.current.signal.aborted) setProblem(errorText(error))
      }
      onMerge((now) => ({ uploads: now.uploads - 1 }))
    }
  }
  return (
    <Input.Wrapper label={t`Files`} error={problem} labelElement="div">
      {files.length > 0 && (
        <ul className={classes.documentLines} aria-label={t`Files`}>
          {files.map((file) => (
            <li key={file.sid}>
              <Anchor href={file.url} target="_blank">
                {file.filename}
              </Anchor>
              <CloseButton
                size="sm"
                aria-label={t`Remove ${file.filename}`}
                onClick={() =>
                  onMerge((now) => ({ attachments: now.attachments.filter(({ sid }) => sid !== file.sid) }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.attach}>
        <FileButton multiple onChange={(chosen) => void add(chosen)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<IconPaperclip size={14} />}
              loading={uploads > 0}
              disabled={files.length >= MESSAGE_ATTACHMENTS_MAX}
            >
              <Trans>Attach files</Trans>
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}
