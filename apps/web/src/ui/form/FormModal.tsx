import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { ModalFrame } from '../modal/ModalFrame.tsx'
import { ErrorText } from './ErrorText.tsx'
import { Form } from './Form.tsx'

interface Props {
  title: string
  submitLabel: string
  /** Reads and checks what was entered; rejects with what is wrong. */
  save: () => Promise<unknown>
  onClose: () => void
  isDestructive?: boolean
  isDisabled?: boolean
  children: ReactNode
}

/** A dialog that saves: stays open on failure and says why, and never submits twice. */
export function FormModal({ title, submitLabel, save, onClose, isDestructive, isDisabled, children }: Props) {
  const saving = useMutation({ mutationFn: save, onSuccess: onClose })
  const isSubmitting = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // `isPending` is rendered a tick later, so a second submit in the same one would pass it.
    if (isSubmitting.current || isDisabled) return
    isSubmitting.current = true
    saving.mutate(undefined, {
      onSettled: () => {
        isSubmitting.current = false
      },
    })
  }
  return (
    <ModalFrame onClose={onClose} title={title}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorText error={saving.error} />
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={isDisabled}
              color={isDestructive ? 'red.9' : undefined}
            >
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </Form>
    </ModalFrame>
  )
}
