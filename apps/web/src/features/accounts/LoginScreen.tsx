import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { endedSession } from '../../lib/session/ended-session.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import classes from './accounts.module.css'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Choice {
  tenants: { tenantId: string; name: string }[]
  ticket: string
}

/** Steps of the sign-in form. */
type Step = { kind: 'password' } | { kind: 'code' } | ({ kind: 'tenant' } & Choice)

const choiceIn = (error: unknown) => (error as { data: Choice }).data

interface Props {
  /** Redirected here from a page that requires a session. */
  isReturning: boolean
}

export function LoginScreen({ isReturning }: Props) {
  const { t } = useLingui()
  const [ended] = useState(endedSession.get)
  const [userName, setUserName] = useState(ended ?? '')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(true)
  const [code, setCode] = useState('')
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const signIn = useMutation({
    mutationFn: (tenantId?: string) =>
      api.accounts.authenticate({
        provider: 'password',
        userName,
        password,
        rememberMe,
        ...(step.kind === 'code' && { code }),
        ...(step.kind === 'tenant' && { ticket: step.ticket, tenantId }),
      }),
    onSuccess: (signedIn) => session.set(signedIn),
    onError: (error) => {
      const asked = errorCode(error)
      if (asked === 'TwoStepRequired') setStep({ kind: 'code' })
      if (asked === 'TenantChoiceRequired') setStep({ kind: 'tenant', ...choiceIn(error) })
    },
  })
  const asked = errorCode(signIn.error)
  const error = asked === 'TwoStepRequired' || asked === 'TenantChoiceRequired' ? null : signIn.error

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate(undefined)
  }
  const startOver = () => {
    setCode('')
    setStep({ kind: 'password' })
    signIn.reset()
  }
  const again = (
    <Anchor component="button" type="button" size="sm" onClick={startOver}>
      <Trans>Use another account</Trans>
    </Anchor>
  )

  if (step.kind === 'tenant') {
    return (
      <AuthLayout title={t`Choose a business`} text={t`You belong to more than one.`} footer={again}>
        <Stack gap="sm">
          <ErrorText error={error} />
          <ul className={classes.tenants}>
            {step.tenants.map(({ tenantId, name }) => (
              <li key={tenantId}>
                <Button
                  variant="default"
                  fullWidth
                  justify="start"
                  loading={signIn.isPending && signIn.variables === tenantId}
                  onClick={() => !signIn.isPending && signIn.mutate(tenantId)}
                >
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </Stack>
      </AuthLayout>
    )
  }
  if (step.kind === 'code') {
    return (
      <AuthLayout
        title={t`Two-step sign-in`}
        text={t`Enter the code from your authenticator app, or one of your recovery codes.`}
        footer={again}
      >
        <Form onSubmit={submit}>
          <Stack gap="sm">
            <ErrorText error={error} />
            <CodeField value={code} onChange={setCode} autoFocus />
            <Button type="submit" loading={signIn.isPending} mt={4}>
              <Trans>Sign in</Trans>
            </Button>
          </Stack>
        </Form>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title={t`Sign in`}
      text={isReturning && !ended && t`Sign in to continue.`}
      footer={
        <Trans>
          New here? <Link to="/auth/sign-up">Create an account</Link>
        </Trans>
      }
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {ended && !error && (
            <Alert color="yellow" variant="light" role="status">
              <Trans>Your session has ended. Sign in to pick up where you left off.</Trans>
            </Alert>
          )}
          <ErrorText error={error} />
          <TextField
            label={t`Email`}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus={!ended}
            value={userName}
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
          <PasswordField value={password} onChange={setPassword} autoFocus={Boolean(ended)} />
          <Group justify="space-between" gap="xs">
            <Checkbox
              size="xs"
              label={t`Keep me signed in on this device`}
              checked={rememberMe}
              onChange={(event) => setRememberMe(event.currentTarget.checked)}
            />
            <Anchor component={Link} to="/auth/forgot-password" size="xs">
              <Trans>Forgot your password?</Trans>
            </Anchor>
          </Group>
          <Button type="submit" loading={signIn.isPending} mt={4}>
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </Form>
    </AuthLayout>
  )
}
