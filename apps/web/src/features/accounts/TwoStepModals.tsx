import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { CodeField, codeRules } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoStepSetup } from './TwoStepSetup.tsx'

export function StopTwoStepModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { password: '', code: '' },
    rules: { password: required, code: codeRules },
    errorFields: { WrongPassword: 'password', WrongCode: 'code' },
    save: (values) => api.security.stopTwoStep(values),
  })
  return (
    <FormModal
      title={t`Turn off two-step sign-in`}
      submitLabel={t`Turn off`}
      isDestructive
      form={form}
      onClose={onClose}
    >
      <div>
        <Trans>After that, you sign in with your password only.</Trans>
      </div>
      <PasswordField label={t`Your password`} data-autofocus {...form.text('password')} />
      <CodeField {...form.text('code')} />
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
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const form = useApiForm({
    initial: { password: '', code: '' },
    rules: { password: required, code: codeRules },
    errorFields: { WrongPassword: 'password', WrongCode: 'code' },
    save: async (values) => setRecoveryCodes((await api.security.newRecoveryCodes(values)).recoveryCodes),
  })
  return (
    <ModalFrame onClose={onClose} isForced={recoveryCodes !== undefined} title={t`New recovery codes`}>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
      ) : (
        <Form form={form}>
          <div>
            <Trans>Your current codes will stop working.</Trans>
          </div>
          <PasswordField label={t`Your password`} data-autofocus {...form.text('password')} />
          <CodeField label={t`Code from your app`} {...form.text('code')} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={form.isSaving}>
              <Trans>Get new codes</Trans>
            </Button>
          </Group>
        </Form>
      )}
    </ModalFrame>
  )
}
