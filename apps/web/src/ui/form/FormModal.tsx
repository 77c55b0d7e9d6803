import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ModalFrame } from '../modal/ModalFrame.tsx'
import classes from './Form.module.css'
import { Form } from './Form.tsx'
import type { FormState } from './use-api-form.ts'

interface Props {
  title: string
  submitLabel: string
  /** Default: Cancel. Set it where “Cancel” could be read as the action of the dialog. */
  closeLabel?: string
  form: FormState
  onClose: () => void
  isDestructive?: boolean
  isDisabled?: boolean
  /** Shown above the fields, with the failure. */
  notice?: ReactNode
  /** Default: true. False for a choice that is made again in a moment. */
  asksToDiscard?: boolean
  /** For confirmations: Enter confirms instead of closing the dialog. */
  focusesSubmit?: boolean
  children: ReactNode
}

/**
 * A dialog with a form: stays open on failure, says why, never submits twice, and asks before changes are discarded.
 */
export function FormModal(props: Props) {
  const {
    title,
    submitLabel,
    closeLabel,
    form,
    onClose,
    isDestructive,
    isDisabled = false,
    notice,
    asksToDiscard = true,
    focusesSubmit,
    children,
  } = props
  const submit = async () => !isDisabled && form.submit()
  return (
    <ModalFrame onClose={onClose} title={title} hasChanges={asksToDiscard && form.isChanged}>
      <Form form={{ ...form, submit }} onSaved={onClose} notice={notice}>
        {children}
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {closeLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button
            type="submit"
            data-autofocus={focusesSubmit || undefined}
            loading={form.isSaving}
            disabled={isDisabled}
            color={isDestructive ? 'red.9' : undefined}
          >
            {submitLabel}
          </Button>
        </Group>
      </Form>
    </ModalFrame>
  )
}
