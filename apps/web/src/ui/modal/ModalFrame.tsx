import { useLingui } from '@lingui/react/macro'
import { Modal, type ModalProps } from '@mantine/core'
import { useModalSlot } from './modal-slot.ts'

interface Props extends Omit<ModalProps, 'opened'> {
  /** It has to be answered: neither Escape nor a click outside closes it. */
  isForced?: boolean
}

/** The frame of every dialog: mounted while the dialog is needed, and shown once no other one is open. */
export function ModalFrame({ onClose, isForced = false, children, ...rest }: Props) {
  const { t } = useLingui()
  const isShown = useModalSlot(onClose, isForced)
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      returnFocus={false}
      withCloseButton={!isForced}
      closeOnEscape={!isForced}
      closeOnClickOutside={!isForced}
      closeButtonProps={{ 'aria-label': t`Close` }}
      {...rest}
    >
      {children}
    </Modal>
  )
}
