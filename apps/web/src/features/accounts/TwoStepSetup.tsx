import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import classes from './accounts.module.css'
import { CodeField, codeRules } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface Props {
  /** Called when two-step sign-in is on; the recovery codes shown next are shown once. */
  onConfirmed?: () => void
  onDone: () => void
}

/** Password, QR code with a first code, recovery codes. The last step is shown only once. */
export function TwoStepSetup({ onConfirmed, onDone }: Props) {
  const { t } = useLingui()
  const [key, setKey] = useState<{ uri: string; secret: string }>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const start = useApiForm({
    initial: { password: '' },
    rules: { password: required },
    errorFields: { WrongPassword: 'password' },
    save: async (values) => setKey(await api.security.startTwoStep(values)),
  })
  const confirm = useApiForm({
    initial: { code: '' },
    rules: { code: codeRules },
    errorFields: { WrongCode: 'code' },
    save: async (values) => {
      setRecoveryCodes((await api.security.confirmTwoStep(values)).recoveryCodes)
      onConfirmed?.()
    },
  })

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />
  if (key) {
    const { uri, secret } = key
    return (
      <Form key="confirm" form={confirm}>
        <div>
          <Trans>
            Scan this with an authenticator app, such as 1Password, Google Authenticator, or Microsoft Authenticator.
          </Trans>
        </div>
        <QrCode text={uri} label={t`QR code for your app`} />
        <div>
          <Trans>Or enter this key in the app:</Trans> <span className={classes.secret}>{secret}</span>
        </div>
        <CodeField label={t`Code from your app`} autoFocus {...confirm.text('code')} />
        <Button type="submit" loading={confirm.isSaving}>
          <Trans>Turn on two-step sign-in</Trans>
        </Button>
      </Form>
    )
  }
  return (
    <Form key="start" form={start}>
      <div>
        <Trans>
          With two-step sign-in, a stolen password isn’t enough: you also enter a code from an app on your phone.
          Turning it on ends your other sessions.
        </Trans>
      </div>
      <PasswordField label={t`Your password`} data-autofocus {...start.text('password')} />
      <Button type="submit" loading={start.isSaving}>
        <Trans>Continue</Trans>
      </Button>
    </Form>
  )
}
