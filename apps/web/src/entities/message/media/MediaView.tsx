import type { Media } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconDownload, IconFile, IconPhotoOff } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { exchangeRefreshToken } from '../../../lib/api.ts'
import { session } from '../../../lib/session/session.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import classes from './MediaView.module.css'

const AudioPlayer = lazyWithRetry(async () => ({ default: (await import('./AudioPlayer.tsx')).AudioPlayer }))
const VCardView = lazyWithRetry(async () => ({ default: (await import('./VCardView.tsx')).VCardView }))

const MAX_WIDTH = 280
const MAX_HEIGHT = 320

interface Props {
  media: Media
  onShow: (media: Media) => void
}

/** A picture, video, sound or file; its space is reserved before it is loaded. */
export function MediaView({ media, onShow }: Props) {
  const { t } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setIsBroken] = useState(false)
  const { url, contentType, filename } = media

  // It may have failed only because the browser was offline.
  useEffect(() => {
    if (!isBroken) return
    const again = () => {
      setIsBroken(false)
      setAttempt(0)
    }
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isBroken])

  // The files cookie may have expired with the old token; refreshing the session renews it.
  const renewOnce = async () => {
    const stale = session.current?.bearerToken
    if (attempt > 0 || !stale) return setIsBroken(true)
    await session.renew(stale, exchangeRefreshToken).catch(() => null)
    setAttempt(1)
  }

  if (media.state === 'failed') {
    return (
      <span className={classes.chip}>
        <IconPhotoOff size={16} aria-hidden="true" />
        <Trans>Couldn’t load {filename}</Trans>
      </span>
    )
  }
  const size = scaled(media)
  if (!url) {
    return (
      <span className={classes.fetching} style={size} role="status">
        <Trans>Receiving…</Trans>
      </span>
    )
  }
  // A type this browser cannot show is offered as a file.
  if (isBroken) return <FileChip url={url} media={media} />
  if (contentType.startsWith('image/')) {
    return (
      <button
        type="button"
        className={classes.picture}
        style={size}
        onClick={() => onShow(media)}
        aria-label={t`Show ${filename}`}
      >
        <img key={attempt} src={url} alt={filename} loading="lazy" decoding="async" onError={() => void renewOnce()} />
      </button>
    )
  }
  if (contentType.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: videos of contacts have no captions.
      <video
        key={attempt}
        className={classes.video}
        style={size}
        controls
        preload="metadata"
        src={url}
        onError={() => void renewOnce()}
      />
    )
  }
  if (contentType.startsWith('audio/')) {
    return (
      <Suspense fallback={<span className={classes.audio} />}>
        <AudioPlayer key={attempt} src={url} onError={() => void renewOnce()} />
      </Suspense>
    )
  }
  const file = <FileChip url={url} media={media} />
  if (contentType !== 'text/vcard') return file
  return (
    <Suspense fallback={file}>
      <VCardView media={media} url={url} file={file} />
    </Suspense>
  )
}

function FileChip({ url, media: { filename, byteSize } }: { url: string; media: Media }) {
  return (
    <a className={classes.chip} href={url} download={filename}>
      <IconFile size={16} aria-hidden="true" />
      <span className={classes.name}>{filename}</span>
      {byteSize !== null && <span className={classes.bytes}>{fileSize(byteSize)}</span>}
      <IconDownload size={14} aria-hidden="true" />
    </a>
  )
}

function scaled({ width, height }: Media) {
  if (!width || !height) return { width: 220, height: 160 }
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

const fileSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
