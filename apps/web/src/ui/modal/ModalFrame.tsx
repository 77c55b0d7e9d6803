import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, type ModalProps, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './ModalFrame.module.css'
import { useModalSlot } from './modal-slot.ts'

interface Props extends Omit<ModalProps, 'opened'> {
  /** It has to be answered: neither Escape nor a click outside closes it. */
  isForced?: boolean
  /** Whether something was entered and not saved: Escape and a click outside ask before it is discarded. */
  hasChanges?: boolean
}

/** The frame of every dialog: mounted while the dialog is needed, and shown once no other one is open. */
export function ModalFrame({ onClose, isForced = false, hasChanges = false, children, ...rest }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const focused = useRef<Element>(null)
  const keepEditing = () => {
    setIsAsking(false)
    // Once the fields are no longer inert.
    setTimeout(() => focused.current instanceof HTMLElement && focused.current.focus())
  }
  const dismiss = () => {
    if (isAsking) return keepEditing()
    if (!hasChanges) return onClose()
    focused.current = document.activeElement
    setIsAsking(true)
  }
  const isShown = useModalSlot(onClose, { isForced, onDismiss: dismiss, hasChanges })
  return (
    <Modal
      opened={isShown}
      onClose={dismiss}
      returnFocus={false}
      withCloseButton={!isForced}
      closeOnEscape={!isForced}
      closeOnClickOutside={!isForced}
      closeButtonProps={{ 'aria-label': t`Close` }}
      {...rest}
    >
      <div className={classes.content} inert={isAsking}>
        {children}
      </div>
      {isAsking && (
        <div role="alertdialog" aria-label={t`Discard changes?`} className={classes.question}>
          <Text size="sm" fw={500}>
            <Trans>Discard changes?</Trans>
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button size="xs" variant="default" autoFocus onClick={keepEditing}>
              <Trans>Keep editing</Trans>
            </Button>
            <Button size="xs" color="red.9" onClick={onClose}>
              <Trans>Discard</Trans>
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  )
}
