import type { Media } from '@frontdesk/contract'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { ModalFrame } from '../../ui/ModalFrame.tsx'

interface Props {
  media: Media
  onClose: () => void
}

export function Lightbox({ media, onClose }: Props) {
  return (
    <ModalFrame onClose={onClose} title={media.filename} size="auto">
      {media.url && (
        <>
          <img
            src={media.url}
            alt={media.filename}
            style={{ display: 'block', maxWidth: '100%', maxHeight: '75vh', margin: '0 auto 12px' }}
          />
          <Anchor href={media.url} download={media.filename} size="sm">
            <Trans>Download</Trans>
          </Anchor>
        </>
      )}
    </ModalFrame>
  )
}
