import type { AccountLink } from '@frontdesk/contract/api'
import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { Form } from '../../ui/form/Form.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { LinkGate } from './LinkGate.tsx'
import { PasswordField } from './PasswordField.tsx'

export function ConfirmInviteScreen({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <LinkGate id={id} purposes={['invite']} title={t`Join the team`}>
      {(link) => <Join id={id} link={link} />}
    </LinkGate>
  )
}

function Join({ id, link: { email, tenantName, hasLogin } }: { id: string; link: AccountLink }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useApiForm({
    initial: { password: '' },
    rules: { password: hasLogin ? required : [required, minLength(PASSWORD_MIN_LENGTH)] },
    errorFields: { PasswordTooShort: 'password', PasswordTooObvious: 'password' },
    save: async ({ password }) => {
      const { session: signedIn } = await api.registration.confirmInvite({ id, email, password })
      if (signedIn) session.set(signedIn)
      await navigate({ to: '/auth/confirm-invite-success', replace: true })
    },
  })
  return (
    <AuthLayout
      title={t`Join ${tenantName}`}
      text={
        hasLogin
          ? t`You already have an account: ${email}. Enter its password to add this business.`
          : t`You’ll sign in as ${email}. Choose a password.`
      }
      footer={
        hasLogin && (
          <Anchor component={Link} to="/auth/forgot-password" size="sm">
            <Trans>Forgot your password?</Trans>
          </Anchor>
        )
      }
    >
      <Form form={form}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField isNew={!hasLogin} autoFocus {...form.text('password')} />
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Join</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
