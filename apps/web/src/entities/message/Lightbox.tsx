import type { Media } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'

interface Props {
  media: Media
  /** All pictures of the thread in order; arrow keys move between them. */
  pictures: readonly Media[]
  onClose: () => void
}

export function Lightbox({ media, pictures, onClose }: Props) {
  const { t } = useLingui()
  const [sid, setSid] = useState(media.sid)
  const at = pictures.findIndex((picture) => picture.sid === sid)
  const shown = pictures[at] ?? media
  const step = (by: number) => {
    const next = pictures[at + by]
    if (at !== -1 && next) setSid(next.sid)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const [position, count] = [at + 1, pictures.length]
  return (
    <ModalFrame onClose={onClose} title={shown.filename} size="auto">
      {shown.url && (
        <>
          <img
            key={shown.sid}
            src={shown.url}
            alt={shown.filename}
            style={{ display: 'block', maxWidth: '100%', maxHeight: '75vh', margin: '0 auto 12px' }}
          />
          <Group justify="space-between" wrap="nowrap">
            <Anchor href={shown.url} download={shown.filename} size="sm">
              <Trans>Download</Trans>
            </Anchor>
            {count > 1 && position > 0 && (
              <Group gap="xs" wrap="nowrap">
                <ActionIcon aria-label={t`Previous picture`} disabled={position === 1} onClick={() => step(-1)}>
                  <IconChevronLeft size={18} />
                </ActionIcon>
                <span aria-live="polite">
                  <Trans>
                    {position} of {count}
                  </Trans>
                </span>
                <ActionIcon aria-label={t`Next picture`} disabled={position === count} onClick={() => step(1)}>
                  <IconChevronRight size={18} />
                </ActionIcon>
              </Group>
            )}
          </Group>
        </>
      )}
    </ModalFrame>
  )
}
