import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFile } from '@tabler/icons-react'
import type { Upload } from '../draft/drafts.ts'
import classes from './AttachmentChips.module.css'

interface Props {
  uploads: readonly Upload[]
  onRemove: (upload: Upload) => void
}

export function AttachmentChips({ uploads, onRemove }: Props) {
  const { t } = useLingui()
  if (uploads.length === 0) return null
  return (
    <ul className={classes.root} aria-label={t`Attachments`}>
      {uploads.map((upload) => {
        const preview =
          upload.previewUrl ?? (upload.stored?.contentType.startsWith('image/') ? upload.stored.url : null)
        return (
          <li key={upload.id} className={classes.chip} data-problem={upload.problem !== undefined || undefined}>
            {upload.problem ? (
              <IconAlertTriangle size={18} aria-hidden="true" />
            ) : preview ? (
              <img className={classes.preview} src={preview} alt="" />
            ) : (
              <IconFile size={18} aria-hidden="true" />
            )}
            <span className={classes.text}>
              <span className={classes.name}>{upload.filename}</span>
              {upload.problem && (
                <span className={classes.problem} role="alert">
                  {upload.problem}
                </span>
              )}
              {upload.isWaiting && (
                <span role="status">
                  <Trans>Waiting for your connection</Trans>
                </span>
              )}
              {!upload.problem && !upload.stored && !upload.isWaiting && (
                <Progress
                  value={Math.round(upload.progress * 100)}
                  size={3}
                  aria-label={t`Uploading ${upload.filename}`}
                />
              )}
            </span>
            <CloseButton size="sm" aria-label={t`Remove ${upload.filename}`} onClick={() => onRemove(upload)} />
          </li>
        )
      })}
    </ul>
  )
}
