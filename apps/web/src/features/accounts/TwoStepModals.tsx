import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export function StopTwoStepModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <FormModal
      title={t`Turn off two-step sign-in`}
      submitLabel={t`Turn off`}
      isDestructive
      save={() => api.security.stopTwoStep({ password, code })}
      onClose={onClose}
    >
      <div>
        <Trans>From then on your password alone is enough to sign in.</Trans>
      </div>
      <PasswordField label={t`Your password`} value={password} onChange={setPassword} data-autofocus />
      <CodeField value={code} onChange={setCode} />
    </FormModal>
  )
}

/** Not a form that closes when saved: the codes are shown once. */
export function NewCodesModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const make = useMutation({ mutationFn: () => api.security.newRecoveryCodes({ password, code }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t`New recovery codes`} closeButtonProps={{ 'aria-label': t`Close` }}>
      {make.isSuccess ? (
        <RecoveryCodes codes={make.data.recoveryCodes} onDone={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <ErrorText error={make.error} />
            <div>
              <Trans>The codes you have now stop working.</Trans>
            </div>
            <PasswordField label={t`Your password`} value={password} onChange={setPassword} data-autofocus />
            <CodeField label={t`The code your app shows now`} value={code} onChange={setCode} />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={make.isPending}>
                <Trans>Make new codes</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
