import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AuthLayout } from '../../ui/layout/AuthLayout.tsx'
import { emptyPerson, PersonFields, personRules } from './PersonFields.tsx'

export function RequestDemoScreen() {
  const { t } = useLingui()
  const form = useApiForm({
    initial: { ...emptyPerson, phoneNumber: '', text: '' },
    rules: personRules,
    save: (values) => api.registration.requestDemo({ ...values, email: values.email.trim() }),
  })
  const footer = (
    <Trans>
      Want to try it yourself? <Link to="/auth/sign-up">Create an account</Link>
    </Trans>
  )
  if (form.isSaved) {
    return (
      <AuthLayout
        title={t`We’ll be in touch`}
        text={t`Thanks! We’ll email ${form.values.email} to find a time that works for you.`}
        footer={footer}
      />
    )
  }
  return (
    <AuthLayout title={t`Get a demo`} text={t`See Frontdesk in a 30-minute tour.`} footer={footer}>
      <Form form={form}>
        <PersonFields text={form.text} emailIs="email" />
        <TextInput label={t`Phone`} type="tel" autoComplete="tel" maxLength={40} {...form.text('phoneNumber')} />
        <Textarea
          label={t`What would you like to see?`}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          {...form.text('text')}
        />
        <Button type="submit" loading={form.isSaving} mt={4}>
          <Trans>Get a demo</Trans>
        </Button>
      </Form>
    </AuthLayout>
  )
}
