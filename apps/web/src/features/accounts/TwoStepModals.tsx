import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoStepSetup } from './TwoStepSetup.tsx'

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
        <Trans>After that, you sign in with your password only.</Trans>
      </div>
      <PasswordField label={t`Your password`} value={password} onChange={setPassword} data-autofocus />
      <CodeField value={code} onChange={setCode} />
    </FormModal>
  )
}

/** The recovery codes are shown once, so only their own button closes the dialog. */
export function SetUpTwoStepModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [isOn, setIsOn] = useState(false)
  return (
    <ModalFrame onClose={onClose} isForced={isOn} title={t`Set up two-step sign-in`}>
      <TwoStepSetup onConfirmed={() => setIsOn(true)} onDone={onClose} />
    </ModalFrame>
  )
}

/** Doesn’t close when saved: the codes are shown once, so only their own button closes the dialog. */
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
    <ModalFrame onClose={onClose} isForced={make.isSuccess} title={t`New recovery codes`}>
      {make.isSuccess ? (
        <RecoveryCodes codes={make.data.recoveryCodes} onDone={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <Stack gap="sm">
            <ErrorText error={make.error} />
            <div>
              <Trans>Your current codes will stop working.</Trans>
            </div>
            <PasswordField label={t`Your password`} value={password} onChange={setPassword} data-autofocus />
            <CodeField label={t`Code from your app`} value={code} onChange={setCode} />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={make.isPending}>
                <Trans>Get new codes</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </ModalFrame>
  )
}
