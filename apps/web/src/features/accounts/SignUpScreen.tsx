import { PASSWORD_MIN_LENGTH, TRIAL_DAYS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session/session.ts'
import { Form } from '../../ui/form/Form.tsx'
import { minLength, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { PasswordField } from './PasswordField.tsx'
import { emptyPerson, PersonFields, personRules } from './PersonFields.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Signs up a business, with an invite code where sign-up is by invitation only. */
export function SignUpScreen({ isInviteOnly = false }: { isInviteOnly?: boolean }) {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { ...emptyPerson, password: '', inviteCode: '' },
    rules: {
      ...personRules,
      password: [required, minLength(PASSWORD_MIN_LENGTH)],
      ...(isInviteOnly && { inviteCode: required }),
    },
    errorFields: { PasswordTooObvious: 'password' },
    save: async ({ inviteCode, ...values }) => {
      const email = values.email.trim()
      session.set(
        await api.accounts.registerTenant({ ...values, email, timeZone, ...(isInviteOnly && { inviteCode }) }),
      )
    },
  })

  return (
    <AuthLayout
      title={t`Create an account`}
      text={t`Free for ${TRIAL_DAYS} days. No card needed.`}
      footer={
        <>
          <Trans>
            Already have an account? <Link to="/auth/login">Sign in</Link>
          </Trans>
          {' · '}
          <Link to="/auth/request-demo">
            <Trans>Get a demo</Trans>
          </Link>
        </>
      }
    >
      <Form form={form}>
        {isInviteOnly && (
          <TextInput
            label={t`Invite code`}
            description={t`From the person who invited you`}
            autoComplete="off"
            maxLength={100}
            autoFocus
            {...form.text('inviteCode')}
          />
        )}
        <PersonFields text={form.text} emailIs="username" isFirst={!isInviteOnly} />
        <PasswordField isNew {...form.text('password')} />
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Create account</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
