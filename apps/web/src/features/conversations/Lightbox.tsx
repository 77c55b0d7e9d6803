import type { Media } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Modal } from '@mantine/core'

interface Props {
  media: Media
  onClose: () => void
}

export function Lightbox({ media, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Modal opened onClose={onClose} title={media.filename} size="auto" closeButtonProps={{ 'aria-label': t`Close` }}>
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
    </Modal>
  )
}
