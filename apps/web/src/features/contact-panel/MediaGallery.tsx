import type { Media } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFile, IconMovie, IconVolume } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { contactMedia } from '../../entities/contact/timeline.ts'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { ShowMore } from '../../ui/list/PagedList.tsx'
import { FailedState } from '../../ui/state/FailedState.tsx'
import classes from './PanelSections.module.css'

const Lightbox = lazyWithRetry(async () => ({
  default: (await import('../../entities/message/Lightbox.tsx')).Lightbox,
}))

/** Every picture and file of all conversations with a contact, newest first. */
export function MediaGallery({ contactId }: { contactId: string }) {
  const media = useInfiniteQuery(contactMedia(contactId))
  const [shown, setShown] = useState<Media | null>(null)
  if (media.isPending) return null
  if (media.isError && !media.data) return <FailedState error={media.error} onRetry={() => void media.refetch()} />
  const messages = media.data?.pages.flatMap((page) => page.items) ?? []
  const items = messages.flatMap(({ attachedMedia }) => attachedMedia.filter(({ state }) => state === 'stored'))
  const pictures = items.filter(({ contentType }) => contentType.startsWith('image/'))
  if (items.length === 0) {
    return (
      <p className={classes.soft}>
        <Trans>Pictures and files from your conversations appear here.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul className={classes.grid}>
        {items.map((item) => (
          <li key={item.sid}>
            <Tile media={item} onShow={setShown} />
          </li>
        ))}
      </ul>
      <ShowMore query={media} />
      <Suspense>{shown && <Lightbox media={shown} pictures={pictures} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}

function Tile({ media, onShow }: { media: Media; onShow: (media: Media) => void }) {
  const { t } = useLingui()
  const { url, filename, contentType } = media
  if (!url) return null
  if (contentType.startsWith('image/')) {
    return (
      <button type="button" className={classes.tile} aria-label={t`Show ${filename}`} onClick={() => onShow(media)}>
        <img src={url} alt="" loading="lazy" decoding="async" />
      </button>
    )
  }
  const Icon = contentType.startsWith('video/') ? IconMovie : contentType.startsWith('audio/') ? IconVolume : IconFile
  return (
    <a className={classes.tile} href={url} target="_blank" rel="noreferrer" title={filename}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.tileName}>{filename}</span>
    </a>
  )
}
