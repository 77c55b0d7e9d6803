import { Trans, useLingui } from '@lingui/react/macro'
import { List, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'

interface Props {
  title: string
  text: ReactNode
  submitLabel: string
  phone: string
  /** Other data that is deleted, as items of a list. */
  children?: ReactNode
  act: () => Promise<void>
  onClose: () => void
}

/** Deleting cannot be undone, so the last four digits of the number are typed to confirm. */
export function DeleteByDigitsModal({ title, text, submitLabel, phone, children, act, onClose }: Props) {
  const { t } = useLingui()
  const digits = phone.slice(-4)
  const form = useApiForm({ initial: { digits: '' }, save: act })
  return (
    <FormModal
      title={title}
      submitLabel={submitLabel}
      isDestructive
      isDisabled={form.values.digits.trim() !== digits}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <List size="sm" spacing={2}>
        {children}
        <List.Item>
          <Trans>Its messages, pictures, files, drafts, and notes are gone for good.</Trans>
        </List.Item>
        <List.Item>
          <Trans>An opt-out or a block still applies to the number.</Trans>
        </List.Item>
        <List.Item>
          <Trans>If the number texts you again, that starts a new conversation.</Trans>
        </List.Item>
      </List>
      <TextInput
        label={t`To confirm, type the last four digits of the number: ${digits}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        data-autofocus
        {...form.text('digits')}
      />
    </FormModal>
  )
}
