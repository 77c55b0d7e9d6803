import { useLingui } from '@lingui/react/macro'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { Folders } from './Folders.tsx'

interface Props {
  locationID?: string
  onClose: () => void
}

export function ManageFoldersModal({ locationID, onClose }: Props) {
  const { t } = useLingui()
  return (
    <ModalFrame onClose={onClose} title={t`Folders`}>
      <Folders locationID={locationID} isFromList />
    </ModalFrame>
  )
}
