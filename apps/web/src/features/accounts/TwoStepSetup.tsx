import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import classes from './accounts.module.css'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface Props {
  /** Called when two-step sign-in is on; the recovery codes shown next are shown once. */
  onConfirmed?: () => void
  onDone: () => void
}

/** Password, QR code with a first code, recovery codes. The last step is shown only once. */
export function TwoStepSetup({ onConfirmed, onDone }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const start = useMutation({ mutationFn: () => api.security.startTwoStep({ password }) })
  const confirm = useMutation({ mutationFn: () => api.security.confirmTwoStep({ code }), onSuccess: onConfirmed })
  const submitting = (step: typeof start | typeof confirm) => (event: FormEvent) => {
    event.preventDefault()
    if (!step.isPending) step.mutate()
  }

  if (confirm.isSuccess) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />
  if (start.isSuccess) {
    const { uri, secret } = start.data
    return (
      <Form onSubmit={submitting(confirm)}>
        <Stack gap="sm">
          <ErrorText error={confirm.error} />
          <div>
            <Trans>
              Scan this with an authenticator app, such as 1Password, Google Authenticator, or Microsoft Authenticator.
            </Trans>
          </div>
          <QrCode text={uri} />
          <div>
            <Trans>Or enter this key in the app:</Trans> <span className={classes.secret}>{secret}</span>
          </div>
          <CodeField label={t`Code from your app`} value={code} onChange={setCode} autoFocus />
          <Button type="submit" loading={confirm.isPending}>
            <Trans>Turn on two-step sign-in</Trans>
          </Button>
        </Stack>
      </Form>
    )
  }
  return (
    <Form onSubmit={submitting(start)}>
      <Stack gap="sm">
        <ErrorText error={start.error} />
        <div>
          <Trans>
            With two-step sign-in, a stolen password isn’t enough: you also enter a code from an app on your phone.
            Turning it on ends your other sessions.
          </Trans>
        </div>
        <PasswordField label={t`Your password`} value={password} onChange={setPassword} data-autofocus />
        <Button type="submit" loading={start.isPending}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </Form>
  )
}
