import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { endedSession } from '../../lib/session/ended-session.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { email, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import classes from './accounts.module.css'
import { CodeField, codeRules } from './CodeField.tsx'
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
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const form = useApiForm({
    initial: { userName: ended ?? '', password: '', rememberMe: true, code: '' },
    rules: { userName: [required, email], password: required, ...(step.kind === 'code' && { code: codeRules }) },
    errorFields: { WrongCode: 'code' },
    save: async () => {
      try {
        await signIn(step.kind === 'code' ? { code: form.values.code } : {})
      } catch (error) {
        const code = errorCode(error)
        if (code === 'TwoStepRequired') setStep({ kind: 'code' })
        else if (code === 'TenantChoiceRequired') setStep({ kind: 'tenant', ...choiceIn(error) })
        else throw error
      }
    },
  })
  const signIn = async (answer: { code?: string; ticket?: string; tenantId?: string }) => {
    const { userName, password, rememberMe } = form.values
    session.set(
      await api.accounts.authenticate({
        provider: 'password',
        userName: userName.trim(),
        password,
        rememberMe,
        ...answer,
      }),
    )
  }
  const choosing = useMutation({
    mutationFn: ({ ticket, tenantId }: { ticket: string; tenantId: string }) => signIn({ ticket, tenantId }),
  })
  const startOver = () => {
    form.set('code', '')
    setStep({ kind: 'password' })
    choosing.reset()
  }
  const again = (
    <Anchor component="button" type="button" size="sm" onClick={startOver}>
      <Trans>Use another account</Trans>
    </Anchor>
  )

  if (step.kind === 'tenant') {
    return (
      <AuthLayout title={t`Choose a business`} text={t`You belong to more than one business.`} footer={again}>
        <Stack gap="sm">
          <ErrorText error={choosing.error} />
          <ul className={classes.tenants}>
            {step.tenants.map(({ tenantId, name }) => (
              <li key={tenantId}>
                <Button
                  variant="default"
                  fullWidth
                  justify="start"
                  loading={choosing.isPending && choosing.variables.tenantId === tenantId}
                  onClick={() => !choosing.isPending && choosing.mutate({ ticket: step.ticket, tenantId })}
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
        <Form key="code" form={form}>
          <CodeField autoFocus {...form.text('code')} />
          <Button type="submit" loading={form.isSaving} mt={4}>
            <Trans>Sign in</Trans>
          </Button>
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
      <Form key="password" form={form}>
        {ended && !form.error && (
          <Alert color="yellow" variant="light" role="status">
            <Trans>Your session has ended. Sign in to pick up where you left off.</Trans>
          </Alert>
        )}
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="username"
          autoFocus={!ended}
          {...form.text('userName')}
        />
        <PasswordField autoFocus={Boolean(ended)} {...form.text('password')} />
        <Group justify="space-between" gap="xs">
          <Checkbox size="xs" label={t`Keep me signed in on this device`} {...form.checkbox('rememberMe')} />
          <Anchor component={Link} to="/auth/forgot-password" size="xs">
            <Trans>Forgot your password?</Trans>
          </Anchor>
        </Group>
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Sign in</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
