import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useModalSlot } from '../../ui/modal/modal-slot.ts'
import { ContactPanel } from './ContactPanel.tsx'

interface Props {
  sid: string
  onClose: () => void
}

export function ContactDrawer({ sid, onClose }: Props) {
  const { t } = useLingui()
  const isShown = useModalSlot(onClose)
  return (
    <Drawer
      opened={isShown}
      returnFocus={false}
      onClose={onClose}
      position="right"
      size={340}
      title={t`Details`}
      padding={0}
      styles={{ header: { padding: '8px 16px' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 120 }}
    >
      <ContactPanel sid={sid} hasTitle={false} />
    </Drawer>
  )
}
