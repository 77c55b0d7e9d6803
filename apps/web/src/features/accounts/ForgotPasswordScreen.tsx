import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { email, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'

export function ForgotPasswordScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useApiForm({
    initial: { email: '' },
    rules: { email: [required, email] },
    save: async (values) => {
      const address = { email: values.email.trim() }
      await api.registration.requestPasswordChange(address)
      await navigate({ to: '/auth/forgot-password-email-sent', search: address })
    },
  })
  return (
    <AuthLayout
      title={t`Forgot your password?`}
      text={t`Enter your email and we’ll send you a link to choose a new one.`}
      footer={
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <Form form={form}>
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="username"
          maxLength={254}
          autoFocus
          {...form.text('email')}
        />
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Send link</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
